"""Names of PresentationML beside those of `schema_words`: elements, attributes, values of lists. Data alone.

Given without their namespace (ECMA-376 part 1, clause 19). Left out is what a released presentation has no
use for: animations, transitions, comments, tags, custom shows, controls, sounds and films.
"""

from __future__ import annotations

import re

_ELEMENTS = """
presentation sldMasterIdLst sldMasterId notesMasterIdLst notesMasterId sldIdLst sldId sldSz notesSz
defaultTextStyle sld cSld sldLayout sldLayoutIdLst sldLayoutId sldMaster txStyles titleStyle notes notesMaster
notesStyle hf ph bgPr bgRef cNvCxnSpPr defPPr defRPr tblStyleLst tblStyle tcStyle tcBdr band1H band2H band1V
band2V firstRow lastRow firstCol lastCol seCell swCell neCell nwCell
"""
ELEMENTS = frozenset(_ELEMENTS.split())
"""Elements of presentations, and those of drawings that only they use."""

_ATTRIBUTES = """
saveSubsetFonts marL marR marT marB eaLnBrk preserve hasCustomPrompt dt ftr hdr sldNum i forceAA firstCol
showSpecialPlsOnTitleSld firstSlideNum gridSpan rowSpan show showMasterSp lnSpcReduction
"""
ATTRIBUTES = frozenset(_ATTRIBUTES.split())
"""Attributes whose values the vocabulary of Office files checks."""

_VALUES = """
ctrTitle subTitle sldImg clipArt dgm media obj hdr ftr dt sldNum pic body title chart tbl half quarter full
titleOnly twoColTx txAndChart chartAndTx txAndClipArt clipArtAndTx txAndObj objAndTx objOnly txAndMedia
mediaAndTx objOverTx txOverObj txAndTwoObj twoObjAndTx twoObjOverTx fourObj vertTx clipArtAndVertTx
vertTitleAndTx vertTitleAndTxOverChart twoObj objAndTwoObj twoObjAndObj secHead twoTxTwoObj objTx picTx
screen4x3 screen16x9 screen16x10 A4 35mm overhead banner
"""
VALUES = frozenset((*_VALUES.split(), *(f"datetime{n}" for n in range(1, 14))))
"""Values that its schemas enumerate."""

ACTIONS = re.compile(
    r"ppaction://(?:hlinksldjump|noaction"
    r"|hlinkshowjump\?jump=(?:nextslide|previousslide|firstslide|lastslide|lastslideviewed|endshow))"
)
"""What a click may do: go to another slide."""

LAYOUT_NAMES = re.compile(
    "Title Slide|Title and Content|Section Header|Two Content|Comparison|Title Only|Blank"
    "|Content with Caption|Picture with Caption|Title and Vertical Text|Vertical Title and Text"
)
"""Names of the layouts that PowerPoint brings along; others leave."""

MASTERS = frozenset({"sldMasterId", "sldLayoutId"})
"""Elements whose ids PowerPoint wants above 2,147,483,647."""
