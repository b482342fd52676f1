#!/usr/bin/env bash
# Package and version: arxiv_latex_cleaner 1.0.11
# Guess, written before it was run: comments go from every TeX file that is handed on, so also from a bibliography that is kept (`--keep_bib`) and from an own class.
# What it does: comments go from .tex alone, there also behind \iffalse, in a comment environment and after \end{document}. A kept .bib has its % lines, @comment and annote, and the .cls its comments.
# Ends with 0 while this is so, with 1 when it has changed. Installs into a temporary folder; input is made here.
set -euo pipefail
here=$(mktemp -d)
trap 'rm -rf "$here"' EXIT
python3 -m venv "$here/venv"
"$here/venv/bin/pip" install -q --disable-pip-version-check arxiv_latex_cleaner==1.0.11
cd "$here"
mkdir paper
cat > paper/main.tex <<'TEX'
\documentclass{own}
\begin{document}
Text. % Orla 1
\iffalse Orla 2 \fi
\begin{comment}
Orla 3
\end{comment}
\bibliography{r}
\end{document}
Orla 4
TEX
printf '%% Orla 5\n@comment{Orla 6}\n@article{a, title={T}, annote={Orla 7}}\n' > paper/r.bib
printf '%% Orla 8\n\\LoadClass{article}\n' > paper/own.cls
"$here/venv/bin/arxiv_latex_cleaner" paper --keep_bib 2>/dev/null
left=$(cat paper_arXiv/main.tex paper_arXiv/r.bib paper_arXiv/own.cls | grep -o 'Orla [0-9]' | tr '\n' ' ')
echo "$left"
[ "$left" = "Orla 5 Orla 6 Orla 7 Orla 8 " ]
