#!/usr/bin/env bash
# Package and version: onnx 1.23.2, onnxruntime 1.32.0, numpy 2.4.6
# Guess, written before it was run: a row of a batch has the same output whatever stands in the other rows: a linear layer knows no neighbours.
# What it does: after quantize_dynamic the activations of the whole batch share one scale, so a row gives other numbers beside a row with large values. Run one by one, or in floating point, it does not.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check onnx==1.23.2 onnxruntime==1.32.0 numpy==2.4.6
cd "$here"
"$here/venv/bin/python" -W ignore - <<'PY'
import numpy as np
import onnx
import onnxruntime
from onnx import TensorProto, helper, numpy_helper
from onnxruntime.quantization import QuantType, quantize_dynamic

onnxruntime.set_default_logger_severity(4)
rng = np.random.default_rng(1)
weights = rng.normal(size=(8, 4)).astype(np.float32)
graph = helper.make_graph(
    [helper.make_node("MatMul", ["x", "w"], ["y"])],
    "layer",
    [helper.make_tensor_value_info("x", TensorProto.FLOAT, ["n", 8])],
    [helper.make_tensor_value_info("y", TensorProto.FLOAT, ["n", 4])],
    [numpy_helper.from_array(weights, "w")],
)
model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
onnx.save(model, "float.onnx")
quantize_dynamic("float.onnx", "int8.onnx", weight_type=QuantType.QInt8)
row, other = rng.normal(size=(1, 8)).astype(np.float32), 50 * rng.normal(size=(1, 8)).astype(np.float32)
apart = {}
for name in ("float", "int8"):
    run = onnxruntime.InferenceSession(f"{name}.onnx", providers=["CPUExecutionProvider"]).run
    alone = run(None, {"x": row})[0][0]
    beside = run(None, {"x": np.concatenate([row, other])})[0][0]
    apart[name] = float(abs(alone - beside).max())
print("the same row alone and beside another differs by at most", apart)
raise SystemExit(not (apart["float"] < 1e-5 and apart["int8"] > 0.05))
PY
