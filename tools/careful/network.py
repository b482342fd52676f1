"""The network of the careful reader in PyTorch: BERT with shapes of words and a layer of labels."""

from __future__ import annotations

import io
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import torch
import torch.nn.functional as F
from onnxruntime.quantization import QuantType, quantize_dynamic
from torch import Tensor, nn

LAYERS, SIZE, HEADS, INNER, WORDS, PLACES, SHAPES = 6, 384, 12, 1536, 30522, 512, 6
"""Sizes of all-MiniLM-L6-v2."""
_OPSET = 17
_BODY = (
    *(("q", "attention.self.query"), ("k", "attention.self.key"), ("v", "attention.self.value")),
    *(("o", "attention.output.dense"), ("n1", "attention.output.LayerNorm")),
    *(("up", "intermediate.dense"), ("down", "output.dense"), ("n2", "output.LayerNorm")),
)
"""Parts of a layer: their names here, and in the file of the body."""


class Layer(nn.Module):  # type: ignore[misc]
    """One layer of BERT: attention, then two linear maps, each added to what came in and normalised."""

    def __init__(self) -> None:
        super().__init__()
        self.q, self.k, self.v, self.o = (nn.Linear(SIZE, SIZE) for _ in range(4))
        self.n1 = nn.LayerNorm(SIZE, eps=1e-12)
        self.up, self.down = nn.Linear(SIZE, INNER), nn.Linear(INNER, SIZE)
        self.n2 = nn.LayerNorm(SIZE, eps=1e-12)

    def forward(self, x: Tensor, mask: Tensor | None, dropout: float) -> Tensor:
        """Vectors of the next layer, shape (n_texts, n_pieces, SIZE)."""
        n_texts, n, _ = x.shape
        q, k, v = (
            each(x).view(n_texts, n, HEADS, SIZE // HEADS).transpose(1, 2)
            for each in (self.q, self.k, self.v)
        )
        mixed = F.scaled_dot_product_attention(q, k, v, attn_mask=mask, dropout_p=dropout)
        mixed = self.o(mixed.transpose(1, 2).reshape(n_texts, n, SIZE))
        x = self.n1(x + F.dropout(mixed, dropout, self.training))
        inner = self.down(F.gelu(self.up(x)))
        normalised: Tensor = self.n2(x + F.dropout(inner, dropout, self.training))
        return normalised


class Network(nn.Module):  # type: ignore[misc]
    """Scores of `n_labels` labels for every piece.

    Notes
    -----
    The body was trained on small letters alone; the embedding of shapes, which starts near zero, tells it
    what the letters were.
    """

    def __init__(self, n_labels: int) -> None:
        super().__init__()
        self.words, self.places, self.kind = (nn.Embedding(n, SIZE) for n in (WORDS, PLACES, 2))
        self.norm = nn.LayerNorm(SIZE, eps=1e-12)
        self.layers = nn.ModuleList(Layer() for _ in range(LAYERS))
        self.shape = nn.Embedding(SHAPES, SIZE)
        nn.init.normal_(self.shape.weight, std=0.01)
        self.out = nn.Linear(SIZE, n_labels)

    def forward(
        self, ids: Tensor, shapes: Tensor, mask: Tensor | None = None, dropout: float = 0.0
    ) -> Tensor:
        """Scores, shape (n_texts, n_pieces, n_labels); `mask` is 1 where a text has a piece."""
        x = self.words(ids) + self.shape(shapes) + self.places.weight[: ids.shape[1]] + self.kind.weight[0]
        x = F.dropout(self.norm(x), dropout, self.training)
        seen = None if mask is None else mask[:, None, None, :].bool()
        for layer in self.layers:
            x = layer(x, seen, dropout)
        scores: Tensor = self.out(F.dropout(x, dropout, self.training))
        return scores

    def load_body(self, weights: Mapping[str, Tensor]) -> None:
        """Take the weights of the pretrained body."""
        names = {
            "words.weight": "embeddings.word_embeddings.weight",
            "places.weight": "embeddings.position_embeddings.weight",
            "kind.weight": "embeddings.token_type_embeddings.weight",
        }
        for part in ("weight", "bias"):
            names[f"norm.{part}"] = f"embeddings.LayerNorm.{part}"
            for i in range(LAYERS):
                names |= {f"layers.{i}.{a}.{part}": f"encoder.layer.{i}.{b}.{part}" for a, b in _BODY}
        taken = {own: weights[theirs] for own, theirs in names.items()}
        missing = set(self.load_state_dict(taken, strict=False).missing_keys)
        if missing != {"shape.weight", "out.weight", "out.bias"}:
            raise ValueError("the body is not all-MiniLM-L6-v2")


class _Probabilities(nn.Module):  # type: ignore[misc]
    def __init__(self, network: Network) -> None:
        super().__init__()
        self.network = network

    def forward(self, ids: Tensor, shapes: Tensor) -> Tensor:
        return self.network(ids, shapes).softmax(-1)


def exported(network: Network, folder: Path) -> bytes:
    """The network as ONNX with weights of eight bits.

    Parameters
    ----------
    network : Network
    folder : Path
        Holds the drafts; the caller removes it.

    Notes
    -----
    Weights keep seven bits (`reduce_range`): products of eight would overflow, and so differ, on processors
    without VNNI.
    """
    network.eval()
    example: Any = torch.zeros((2, 9), dtype=torch.long)
    axes = {0: "texts", 1: "pieces"}
    whole = io.BytesIO()
    torch.onnx.export(
        _Probabilities(network),
        (example, example),
        whole,
        input_names=["ids", "shapes"],
        output_names=["probabilities"],
        dynamic_axes={"ids": axes, "shapes": axes, "probabilities": axes},
        opset_version=_OPSET,
        dynamo=False,
    )
    source, target = folder / "whole.onnx", folder / "small.onnx"
    source.write_bytes(whole.getvalue())
    quantize_dynamic(source, target, per_channel=True, reduce_range=True, weight_type=QuantType.QInt8)
    return target.read_bytes()
