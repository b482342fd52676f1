"""Names of the Office Open XML schemas: elements, attributes, enumerated values. Data alone.

Elements and attributes are given without their namespace. Left out are those that a released document has
no use for (revisions, comments, sessions, people, data sources, macros, controls, extensions). The names
are those of ECMA-376 parts 1 and 4 and of Microsoft's published extensions to it ([MS-DOCX], [MS-ODRAWXML]).
"""

from __future__ import annotations

_WORD = """
abstractNum abstractNumId active adjustLineHeightInTable adjustRightInd alias aliases
alignBordersAndEdges alignTablesRowByRow allowPNG allowSpaceOfSameStyleInTable altName
alwaysMergeEmptyNamespace alwaysShowPlaceholderText appearance applyBreakingRules aspectRatio
autoCaption autoCaptions autofitToFirstFixedWidthCell autoFormatOverride autoHyphenation
autoRedefine autoSpaceDE autoSpaceDN autoSpaceLikeWord95 b background
balanceSingleByteDoubleByteWidth bar basedOn bCs bdo bdr between bibliography bidi bidiVisual body
bookFoldPrinting bookFoldPrintingSheets bookFoldRevPrinting bookmarkEnd bookmarkStart
bordersDoNotSurroundFooter bordersDoNotSurroundHeader bottom br cachedColBalance calcOnExit calendar
cantSplit caps caption characterSpacingControl charset chartTrackingRefBased checkBox checkbox
checked checkedState checkErrors citation clrSchemeMapping cnfStyle cntxtAlts col color cols
comboBox compat compatSetting conflictMode consecutiveHyphenLimit contextualSpacing
continuationSeparator convMailMergeEsc cr cs customXml date dateFormat dayLong dayShort ddList
decimalSymbol default defaultImageDpi defaultTableStyle defaultTabStop defJc del delText dir dirty
discardImageEditingData displayBackgroundShape displayHangulFixedWidth
displayHorizontalDrawingGridEvery displayVerticalDrawingGridEvery docDefaults docEndParaMark docGrid
docPartCategory docPartGallery docPartList docPartUnique document documentProtection documentType
doNotAutofitConstrainedTables doNotBreakConstrainedForcedTable doNotBreakWrappedTables
doNotDemarcateInvalidXml doNotDisplayPageBoundaries doNotEmbedSmartTags doNotExpandShiftReturn
doNotHyphenateCaps doNotIncludeSubdocsInStats doNotLeaveBackslashAlone doNotShadeFormData
doNotSnapToGridInCell doNotSuppressIndentation doNotSuppressParagraphBorders doNotTrackFormatting
doNotTrackMoves doNotUseEastAsianBreakRules doNotUseHTMLParagraphAutoSpacing
doNotUseIndentAsNumberingTabStop doNotUseMarginsForDrawingGridOrigin doNotValidateAgainstSchema
doNotVertAlignCellWithSp doNotVertAlignInTxbx doNotWrapTextWithPunct drawing
drawingGridHorizontalOrigin drawingGridHorizontalSpacing drawingGridVerticalOrigin
drawingGridVerticalSpacing dropDownList dstrike eastAsianLayout effect em embedSystemFonts
embedTrueTypeFonts emboss enabled end endnote endnotePr endnoteRef endnoteReference endnotes
equation evenAndOddHeaders ffData fHdr fitText flatBorders fldChar fldData fldSimple font fonts
footerReference footnote footnoteLayoutLikeWW8 footnotePr footnoteRef footnoteReference footnotes
forceUpgrade forgetLastTabAlignment formProt formsDesign framePr ftr gallery glow gridAfter
gridBefore gridCol gridSpan group growAutofit gutterAtTop hdr hdrShapeDefaults headerReference
helpText hidden hideGrammaticalErrors hideMark hideSpellingErrors highlight hMerge hps hpsBaseText
hpsRaise hyperlink hyphenationZone i iCs id ignoreMixedContent ilvl imprint ind ins insideH insideV
instrText isLgl jc keepLines keepNext kern kinsoku lang lastRenderedPageBreak latentStyles
layoutRawTableWidth layoutTableRowsApart left lid ligatures line lineWrapLikeWord6 link linkStyles
linkToQuery listEntry listItem listSeparator lnNumType lock locked lsdException lvl lvlJc
lvlOverride lvlPicBulletId lvlRestart lvlText mathPr maxLength mirrorIndents mirrorMargins monthLong
monthShort moveFrom moveTo multiLevelType mwSmallCaps name next noBorder noBreakHyphen
noColumnBalance noExtraLineSpacing noLeading noLineBreaksAfter noLineBreaksBefore noProof
noPunctuationKerning noSpaceRaiseLower noTabHangInd noWrap nsid num numbering numFmt numForm numId
numIdMacAtCleanup numPicBullet numPr numRestart numSpacing numStart numStyleLink object oMath
oMathPara optimizeForBrowser outline outlineLvl overflowPunct overrideClrMapping p pageBreakBefore
panose1 paperSrc pBdr pgBorders pgMar pgNum pgNumType pgSz pict picture pitch placeholder pos
position pPr pPrDefault printBodyTextBeforeHeader printColBlack printerSettings printFormsData
printFractionalCharacterWidth printPostScriptOverText printTwoOnOne proofState pStyle ptab qFormat r
rbId relyOnVML removeDateAndTime removePersonalInformation repeatingSection repeatingSectionItem
result rFonts richText right rPr rPrDefault rStyle rt rtl rtlGutter ruby rubyAlign rubyBase rubyPr
saveFormsData savePreviewPicture saveSubsetFonts sdt sdtContent sdtEndPr sdtPr sectPr sectPrBase
selectFldWithFirstOrLastChar semiHidden separator settings shadow shapeDefaults shapeLayoutLikeWW8
shd showBreaksInFrames showEnvelope showingPlcHdr showXMLTags sig size sizeAuto smallCaps smartTag
snapToGrid softHyphen spaceForUL spacing spacingInWholePoints specVanish splitPgBreakAndParaMark
start startOverride statusText stories strictFirstAndLastChars strike style stylePaneFormatFilter
stylePaneSortMethod styles styleSet stylisticSets subFontBySize suff suppressAutoHyphens
suppressBottomSpacing suppressLineNumbers suppressOverlap suppressSpacingAtTopOfPage
suppressSpBfAfterPgBrk suppressTopSpacing swapBordersFacingPages sym sz szCs t tab tabIndex tabs tag
targetScreenSz tbl tblBorders tblCaption tblCellMar tblCellSpacing tblDescription tblGrid tblHeader
tblInd tblLayout tblLook tblOverlap tblpPr tblPr tblPrEx tblStyle tblStyleColBandSize tblStylePr
tblStyleRowBandSize tblW tc tcBorders tcFitText tcMar tcPr tcW temporary text textAlignment
textboxTightWrap textDirection textEffect textFill textInput textOutline themeFontLang titlePg tl2br
tmpl top topLinePunct tr tr2bl trHeight trPr truncateFontHeightsLikeWP6 txbxContent type types u
uiCompat97To2003 uiPriority ulTrailSpace uncheckedState underlineTabInNumList unhideWhenUsed
uniqueTag unlinked updateFields useAltKinsokuLineBreakRules useAnsiKerningPairs useFELayout
useNormalStyleForList usePrinterMetrics useSingleBorderforContiguousCells useWord2002TableStyleRules
useWord97LineBreakRules useXSLTWhenSaving vAlign vanish vertAlign view viewVals vMerge w wAfter
wBefore webHidden webSettings widowControl wordWrap wpJustification wpSpaceWidth wrapTrailSpaces
writeProtection wsp wWAfter yearLong yearShort zoom
"""
_DRAWING = """
absoluteAnchor absSizeAnchor accent1 accent2 accent3 accent4 accent5 accent6 ahLst ahPolar ahXY
align alpha alphaBiLevel alphaCeiling alphaFloor alphaInv alphaMod alphaModFix alphaOff alphaOutset
alphaRepl AlternateContent anchor anchorCtr anchorlock arcTo avLst backdrop bar bevel bevelB bevelT
bg bg1 bgClr bgFillStyleLst biLevel blend blip blipFill blue blueMod blueOff blur bodyPr bodyStyle
buAutoNum buBlip buChar buClr buClrTx buFont buFontTx buNone buSzPct buSzPts buSzTx camera cell3D
chExt chOff Choice clientData close clrChange clrFrom clrMap clrMapOvr clrRepl clrScheme clrTo
cNvCnPr cNvContentPartPr cNvFrPr cNvGraphicFramePr cNvGrpSpPr cNvPicPr cNvPr cNvSpPr col colOff comp
complementary cont contourClr cpLocks cs cTn cubicBezTo custClr custDash custGeom cxn cxnLst cxnSp
cxnSpLocks dash dataModelExt dk1 dk2 docPr ds duotone ea effect effectClr effectDag effectExtent
effectLst effectRef effectStyle effectStyleLst end endCxn endParaRPr ext extent extLst
extraClrSchemeLst extrusionClr extrusionOk Fallback fgClr fill fillClr fillOverlay fillRect fillRef
fillStyleLst fillToRect flatTx fld fmtScheme folHlink font fontRef fontScheme from gamma gd gdLst
glow grad gradFill graphic graphicData graphicFrame graphicFrameLocks gray grayscl green greenMod
greenOff gridCol gridSpan group grpFill grpSp grpSpLocks grpSpPr gs gsLst headEnd hlink hlinkClick
hlinkHover hlinkMouseOver hsl hslClr hue hueMod hueOff inline innerShdw inv invGamma latin lightRig
lin lineTo link linkedTxbx ln lnB lnBlToTr lnDef lnL lnR lnRef lnSpc lnStyleLst lnT lnTlToBr lnTo
lockedCanvas locks lstStyle lt1 lt2 lum lumMod lumOff lvl1pPr lvl2pPr lvl3pPr lvl4pPr lvl5pPr
lvl6pPr lvl7pPr lvl8pPr lvl9pPr majorFont masterClrMapping minorFont miter moveTo noAutofit noFill
noGrp norm normAutofit numCol nvContentPartPr nvCxnSpPr nvGraphicFramePr nvGrpSpPr nvPicPr nvPr
nvSpPr objectDefaults off oneCellAnchor otherStyle outerShdw overrideClrMapping path pathLst
pattFill pctHeight pctPosHOffset pctPosVOffset pctWidth pic picLocks pos positionH positionV
posOffset prstClr prstDash prstGeom prstShdw prstTxWarp pt quadBezTo rect red redMod redOff
reflection relIds relOff relSizeAnchor rgbClr rot rotWithShape round row rowOff rPr rtl sat satMod
satOff scene3d schemeClr scrgbClr shade shadow shape3d simplePos sizeRelH sizeRelV softEdge
solidFill sp sp3d spAutoFit spcAft spcBef spcPct spcPts spDef spLocks spPr srcRect srgbClr st start
stCxn stretch style sx sym sysClr sysDash tab tableStyleId tabLst tailEnd tbl tblBg tblGrid tblPr tc
tcPr tcTxStyle theme themeElements themeOverride tile tileRect tint to tr twoCellAnchor txBody txbx
txDef txPr txSp uFill uFillTx uLn uLnTx up useA useIncl userA useSpRect wavyHeavy wgp whole wholeTbl
wpc wrapNone wrapPolygon wrapSquare wrapThrough wrapTight wrapTopAndBottom wsDr wsp xfrm
"""
_CHART = """
angAx applyToEnd applyToFront applyToPic applyToSides area3DChart areaChart auto autoTitleDeleted
autoUpdate axId axPos backWall backward bandFmt bandFmts bar3DChart barChart barDir base
baseTimeUnit bubble3D bubbleChart bubbleScale bubbleSize builtInUnit c cat catAx chart chartSpace
clrMapOvr crossAx crossBetween crosses crossesAt custSplit custUnit data date1904 dateAx delete
depthPercent diffusion dispBlanksAs dispEq dispRSqr dispUnits dispUnitsLbl dLbl dLblPos dLbls
doughnutChart downBars dPt dropLines dTable errBars errBarType errDir errValType evenFooter
evenHeader explosion f firstSliceAng floor fmtId formatCode formatting forward gapDepth gapWidth
grouping h hiLowLines hMode holeSize hPercent idx intercept invertIfNegative lang layout
layoutTarget lblAlgn lblOffset leaderLines legend legendEntry legendKey legendPos line3DChart
lineChart lMargin logBase lvl majorGridlines majorTickMark majorTimeUnit majorUnit manualLayout
marker max min minorGridlines minorTickMark minorTimeUnit minorUnit minus multiLvlStrCache
multiLvlStrRef name noEndCap noMultiLvlLbl numCache numFmt numLit numRef ofPieChart ofPieType order
orientation overlap overlay period perspective pictureFormat pictureOptions pictureStackUnit
pie3DChart pieChart pivotFmt pivotFmts plotArea plotVisOnly plus printSettings protection pt ptCount
radarChart radarStyle rAngAx rich rotX rotY roundedCorners scaling scatterChart scatterStyle
secondPiePt secondPieSize selection separator ser serAx serLines shape shapeId showBubbleSize
showCatName showDLblsOverMax showHorzBorder showKeys showLeaderLines showLegendKey showNegBubbles
showOutline showPercent showSerName showVal showVertBorder sideWall size sizeRepresents smooth
splitPos splitType spPr stockChart strCache strLit strRef style surface3DChart surfaceChart symbol
thickness tickLblPos tickLblSkip tickMarkSkip title trendline trendlineLbl trendlineType tx txPr
upBars upDownBars userInterface v val valAx varyColors view3D w wireframe wMode x xMode xVal y yMode
yVal
"""
_DIAGRAM = """
adj adjLst alg animLvl animOne bg bulletEnabled cat catLst cGrp chMax choose chPref clrData
colorsDef colorsDefHdr constr constrLst cxn cxnLst dataModel desc dir dispDef drawing effectClrLst
else fillClrLst forEach grpSpPr hierBranch if layoutDef layoutNode linClrLst nvGrpSpPr orgChart
param presLayoutVars presOf prSet pt ptLst resizeHandles rule ruleLst sampData scene3d shape
shapeLst sp3d spTree style styleData styleDef styleLbl t title txEffectClrLst txFillClrLst
txLinClrLst txPr txXfrm varLst whole
"""
_VML = """
anchorlock arc background borderbottom borderleft borderright bordertop bottom callout clippath
colormenu colormru column complex curve diagram entry extrusion f fill formulas group h handles
idmap image imagedata ink left line lock oval path polyline proxy r rect regrouptable rel
relationtable right roundrect rules shadow shape shapedefaults shapelayout shapetype signatureline
skew stroke textbox textpath top wrap
"""
_MATH = """
acc accPr aln alnScr argPr argSz bar barPr baseJc begChr borderBox borderBoxPr box boxPr brk brkBin
brkBinSub cGp cGpRule chr count cSp ctrlPr d defJc deg degHide den diff dispDef dPr e endChr eqArr
eqArrPr f fName fPr func funcPr groupChr groupChrPr grow hideBot hideLeft hideRight hideTop interSp
intLim intraSp jc lim limLoc limLow limLowPr limUpp limUppPr lit lMargin m mathFont mathPr maxDist
mc mcJc mcPr mcs mPr mr nary naryLim naryPr noBreak nor num objDist oMath oMathPara oMathParaPr
opEmu phant phantPr plcHide pos postSp preSp r rad radPr rMargin rPr rSp rSpRule scr sep sepChr show
shp smallFrac sPre sPrePr sSub sSubPr sSubSup sSubSupPr sSup sSupPr strikeBLTR strikeH strikeTLBR
strikeV sty sub subHide sup supHide t transp type vertJc wrapIndent wrapRight zeroAsc zeroDesc
zeroWid
"""
_SHEET = """
alignment autoFilter b bgColor bk bookViews border borders bottom brk c cell cellMetadata cellStyle
cellStyles cellStyleXfs cellXfs cfIcon cfRule cfvo charset chartsheet col colBreaks color colors
colorScale cols condense conditionalFormatting dataBar dataValidation dataValidations diagonal
dimension drawing dxf dxfs end evenFooter evenHeader extend family fgColor fill fills firstFooter
firstHeader font fonts formula formula1 formula2 gradientFill headerFooter horizontal hyperlink
hyperlinks i iconSet ignoredError ignoredErrors indexedColors is left legacyDrawing mergeCell
mergeCells mruColors name numFmt numFmts oddFooter oddHeader outline outlinePr pageMargins pageSetup
pageSetUpPr pane patternFill picture printOptions protection r rFont rgbColor right row rowBreaks
rPr scheme selection shadow sheet sheetCalcPr sheetData sheetFormatPr sheetPr sheetProtection sheets
sheetView sheetViews si sst start stop strike styleSheet sz t tabColor top u v vertAlign vertical
workbook workbookPr workbookProtection workbookView worksheet xf
"""
_PACKAGE = "Relationships Relationship Types Default Override"
ELEMENTS = frozenset(" ".join((_WORD, _DRAWING, _CHART, _DIAGRAM, _VML, _MATH, _SHEET, _PACKAGE)).split())
"""Elements that a released package may hold, of any of its namespaces."""

_ATTRIBUTES_TEXT = """
aboveAverage accent1 accent2 accent3 accent4 accent5 accent6 activeCell activeCellId activePane
activeTab after afterAutospacing afterLines algn align alignment alignOff alignTo alignWithMargins
allowBlank allowIncomplete allowOverlap allStyles alternateStyleNames alwaysShow amt anchor
anchorCtr anchorLock anchorx anchory ang angle apart applyAlignment applyBorder applyFill applyFont
applyNumberFormat applyProtection appName arcsize arg ascending asciiTheme aspect aspectratio at
attr autoadjust autoFilter autoFilterDateGrouping autoformat autoPageBreaks autoRedefine
autorotationcenter axis b backdepth backupFile band bandCol bandRow baseColWidth baseline before
beforeAutospacing beforeLines begin behindDoc bestFit bg1 bg2 bgcolor bidi bilevel bIns bL
blackAndWhite blacklevel blend blip blurRad bold borderId bottom bottomFromText bottomMargin
bottomRight bR brightness builtinId bullet bulletEnabled bW bw bwMode bwmode bwnormal bwpure
calcOnExit calculatedColumn cap caps cb cellColor cellComments cellpadding cellRange cellspacing
chapSep chapStyle char chars charset charSpace checkBoxs checked chMax chOrder chPref chromakey
clear clearFormatting clickAndType clip clipbottom clipcropping clrIdx clrMode cm cmpd cnfStyle cNt
cnt cntxtAlts cnvGraphic cNvPr code codePage colFirst collapsed colLast color color2 colorId
colorMode colorrange colorTemp cols column columns combine combineBrackets command compat
compatLnSpc compatMode compatmode compressPunctuation concentratedCopies connectangles connectloc
connectlocs connecttype contentLocked contourW contrast coordorigin coordsize copies copy count
countBy crop cropbottom cropleft cropping cropright croptop cs csCatId cstate cstheme custAng
custFlipHor custFlipVert custLinFact custLinFactNeighborX custLinFactNeighborY custLinFactX
custLinFactY customBuiltin customFormat customHeight customMenu customStyle customStyles customWidth
custRadScaleInc custRadScaleRad custScaleX custScaleY custSzX custSzY custT cx cy d data dataDxfId
date1904 dateAxis default defaultColWidth defaultGridColor defaultRowHeight defaultThemeVersion
defItemStyle defLockedState defPPr defQFormat defSemiHidden defSize defTabSz defUIPriority
defUnhideWhenUsed degree delay deleteColumns deleteRows desc descending destOrd detectmouseclick di
diagonalDown diagonalUp diffusion diffusity dir directFormattingOnNumbering
directFormattingOnParagraphs directFormattingOnRuns directFormattingOnTables direction dirty display
dist distance distB distL distR distT div dk1 dk2 dLblPos dm docGrid doubleclicknotify downBars dpi
draft drop dropCap dx dxfId dy dyDescent dZ dz eastAsiaTheme edge edit editAs edited
elementFormDefault embed embosscolor emphasis emptyCellReference enabled end endA endangle endArrow
endarrow endarrowlength endarrowwidth endPos endSnd enforcement eqn equalAverage equalHeight
equalRowHeight equalWidth errors errorStyle evalError evalOrder evenHBand evenVBand ext extrusionH
extrusionok facet fact fadeDir fill fillcolor filled fillId filltype filterMode firstColumn
firstColumnRow firstHeader firstLine firstLineChars firstPageNumber firstRow firstRowFirstColumn
firstRowLastColumn firstSheet fitpath fitshape fitToHeight fitToPage fitToWidth fldLock flip flipH
flipV fLocked fLocksWithSheet flowSize fmt focus focusposition focussize folHlink followColorScheme
followedHyperlink fontAlgn fontId fontKey fontScale fontSz footer for force foredepth format
formatCells formatColumns formatRows formula formula1 formulaRange forName fPrintsWithSheet
fPublished from fromWordArt fullCalcOnLoad fullDate func function g gain gamma gradientshapeok
grammar grpId gutter gutterAtTop h hAnchor hang hanging hangingChars hangingPunct hAnsiTheme
hashAlgorithm hasMargin header headerRowCount headings headingStyles height heightPercent hidden
hideGeom hideLastTrans hideNewButton hideSpellingErrors hideUnhide hierBranch hIns hint history
hlink hMerge horizontal horizontalCentered horizontalDpi hotPoints how hps hR hr hralign hrnoshade
hrpct hrstd hRule hRules hSpace hT ht hue hyperlink iconSet id idx iLevel ilvl imagealignshape
imageaspect imagesize imgH imgW immersive inactive indent independentFill independentLines indexed
inkannotation insertColumns insertHyperlinks insertRow insertRows inset inset2 insetmode insetpen
insetpenok isInverted islist issignatureline italic iterateCount joinstyle justifyLastLine k
keepLines kern kumimoji kx ky l lang lastClr lastCol lastColumn lastEdited lastRow
lastRowFirstColumn lastRowLastColumn lat latentStyles latinLnBrk layout layoutInCell lCtrCh lEaCh
leader left leftChars leftFromText leftLabels legacy legacyIndent legacySpace len length level
ligatures lightface lightharsh lightharsh2 lightlevel lightlevel2 lightposition lightposition2 lim
limo line linePitch lineRule lines linesAndChars linestyle lineTo lineWeight link lIns list
lkTxEntry lo loCatId locked lockrotationcenter locktext lon lowerCase lowestEdited lt1 lt2 lum
lumMod lvl macro manualMax masterrel mathTransform max maxLength maxRId maxValue mediumKashida merge
metal meth method min minimized minRefreshable minSize minSupportedVersion minValue minVer
miterlimit mLvl mode modified moveWithCell moveWithCells nb newsprint nextPage noAdjustHandles
noChangeArrowheads noChangeAspect noChangeShapeType noCrop nodePh noDrilldown noEditPoints noEndCap
noGrp noHBand noMove noResize normalizeH noRot noSelect noTextEdit noUngrp noVBand num
numberingStyles numberStoredAsText numCol numFmtId numForm numId numStart numXChk o objects obscured
oddHBand oddHeader oddVBand offset offset2 offsetFrom ole oleicon on on2 oneField onlySync op
opacity opacity2 operator optimize ord order orient orientation orientationangle origin orthog
outline outlineLevel outlineLevelCol outlineLevelRow override pageOrder pane paperHeight paperSize
paperSrc paperUnits paperWidth parameters password patternType percent percentile percentStacked
pgNum ph phClr phldr phonetic pitch pitchFamily pivot pivotTables pixel plane point points pos pos2
pos3 position preferRelativeResize preferSingleView presetShape presStyleCnt presStyleIdx
presStyleLbl pressure pri print printarea priority prompt protectStructure prst prstMaterial pT
ptsTypes ptType qFormat qs qsCatId quotePrefix r rad rAng rank rawDataType readingOrder
readOnlyRecommended ref reference refFor refForName reflect refPtType refType relativeFrom
relativeHeight relId relsize render repairLoad reservedParser restart rev reverse rgb rig right
rightChars rightFromText rightLabels rightToLeft rIns rot rotate rotatedBoundingBox rotation
rotationangle rotationcenter rotWithShape round rowColShift rowFirst rtl rtlCol ruleinitiator
ruleproxy rules s sat sc scale scaled scaleWithDoc scenarios secondRowsOrCols selectLockedCells
selectUnlockedCells semiHidden sep setVAnchor shade shadow shadowcolor shadowok shapeId shapetype
sheet sheetId shininess showAll showButton showCell showComments showDropDown showErrorMessage
showFormulas showGridLines showGuides showHorizontalScroll showInputMessage showOutlineSymbols
showRowColHeaders showRuler showSheetTabs showValue showVerticalScroll showWhiteSpace showZeros
shrinkToFit side simple simplePos size sizeRepresents sizeWithCells skewamt skewangle skipfirst
smtClean snapToGrid sort sourceLinked space spacing spans spc spcCol spcFirstLastPara speed spelling
spidmax splitFirst splitLine spokes spt sqref srcOrd srgbClr st stA standardizeHorizontal start
startA startAngle startangle startarrow startarrowlength startarrowwidth startAt startIdx state
stdDev step stopIfTrue stPos stretch strike strikethrough string strokecolor stroked strokeok
strokeweight style style2 stylesInUse stylisticSet subsystem summaryBelow summaryRight sup
suppressRef swAng swapColors sx sy syncHorizontal syncRef syncVertical sz t t1 t2 tableLimit
tableStyles tabRatio tabSelected temporary text2 textAlign textborder textDates textlink textpathok
textRotation theme themeColor themeFill themeFillShade themeFillTint themeShade themeTint thickBot
thickness thickTop thresh through tile timeLine tIns tint tL to toggleButton top top3HeadingStyles
topFromText topLabels topLeftCell totalsRowCount tR trackRefBased trans transparent trim
twoDigitTextYear tX tx1 tx2 txBox txBxAnchor txbxSeq type u uFillTx uiPriority unbalanced ungroup
unhideWhenUsed unlockedFormula unlockText upgradeOnOpen upperCase upright url useA useBgFill useDef
useFirstPageNumber useLocalDpi useLongNames usePrinterDefaults userDrawn userdrawn userhidden v val
value vAnchor vert vertAlign vertAnchor vertAxis vertBarState vertCompress vertical verticalCentered
verticalDpi verticies vertOverflow vid view viewpoint viewpointorigin visibility visible
visibleStyles vm vMerge vSpace w wAfter weight wholeWord width widthPercent windowHeight
windowProtection windowWidth workbookViewId wR wrap wrapcoords wrappathok wrapText writingMode x x1
x2 xAlign xfId xfrm xMode xrange xSplit xWindow y y1 y2 yAlign yMode yrange ySplit yWindow z zAlign
zoom zoomScale zoomScaleNormal zoomScalePageLayoutView zoomScaleSheetLayoutView zoomToFit zOrder
zrange
"""
ATTRIBUTES = frozenset(_ATTRIBUTES_TEXT.split())
"""Attributes that lay out, whose values are numbers, colours, truth values or enumerated words."""

_ENUMERATIONS = """
1 3Arrows 3ArrowsGray 3D 3dDkShadow 3dLight 3Flags 3Signs 3Symbols 3Symbols2 3TrafficLights1
3TrafficLights2 4Arrows 4ArrowsGray 4Rating 4RedToBlack 4TrafficLights 5Arrows 5ArrowsGray 5Quarters
5Rating aboveAverage absolute accent1 accent2 accent3 accent4 accent5 accent6 accentBorderCallout1
accentBorderCallout2 accentBorderCallout3 accentCallout1 accentCallout2 accentCallout3
actionButtonBlank actionButtonHelp actionButtonHome actionButtonInformation activeBorder
activeCaption after aiueo aiueoFullWidth aliceBlue alignAcc1 alignAccFollowNode1 alignImgPlace1
alignNode1 alignOff alignTx all allowHyphenationAtTrackBottom allowTextAfterFloatingTableBreak
allPages alphaLcParenBoth alphaLcParenR alphaLcPeriod alphaUcParenBoth alphaUcParenR alphaUcPeriod
always ancst ancstOrSelf angle animLvl animOne antiqueWhite any appWorkspace aqua aquamarine
arabicAbjad arabicAlpha arabicDbPeriod arabicDbPlain arabicParenBoth arabicParenR arabicPeriod
arabicPlain arc area around arr arrow artDeco ascii asDisplayed asst asst0 asst1 asst2 asst3 asst4
atEnd atLeast atleast auto autofit autoLine autoTxRot autoZero azure b back background1 background2
bahtText bal balanced band1H band1Horz band1V band1Vert band2H band2Horz band2V band2Vert bar base
baseline baselineAuto bCtrCh bCtrDes before begin beginning beginsWith begMarg begPad begPts begSty
beige bend bendDist bendPt beneathText bentArrow bentConnector2 bentConnector3 bentConnector4
bentConnector5 bentUpArrow bestFit between bevel bg1 bg2 bgAcc1 bgAccFollowNode1 bgImgPlace1 bgShp
bgSibTrans2D1 bi billions bisque bkpt bkPtFixedVal bL bl black blackGray blackTextBg blackWhite
blanchedAlmond blank block blockArc blue blueViolet bMarg bOff borderCallout1 borderCallout2
borderCallout3 both bothSides bottom bottom-margin-area bottom-to-top bottomLeft bottomMargin
bottomRight boundingBox box bR br bracePair bracketPair branch brightRoom brown btLr btnFace
btnHighlight btnShadow btnText bulEnabled bullet burlyWood buttonface cadetBlue calculated callout
callout1 callout2 callout3 can captionText cardinalText cellIs center center2 centerContinuous
centered centerGroup centre ch chAlign char character chartPlus chartreuse chartStar chartX chDir
checked chevron chicago chilly chineseCounting chineseCountingThousand chineseLegalSimplified chMax
chocolate chord chosung chPref circle circleNumDbPlain circleNumWdBlackPlain circleNumWdWhitePlain
circularArrow classic clean clear clip cloud cloudCallout clr clustered cnt col colon colorful
colorScale colRow column comma comments compareBefore compatibilityMode composite
compressPunctuation compressPunctuationAndJapaneseKana cone coneToMax conFgAcc1 conn connDist
connRout containsBlanks containsErrors containsText contDir contentLocked contextual
contextualHistorical continuationNotice continuationSeparator continue continuous contrasting
convert convex coolSlant coral corner cornerTabs cornflowerBlue cornsilk crimson cross cs ctr ctrDes
ctrShpMap ctrX ctrXOff ctrY ctrYOff cube currentDate currentTime curve curved curvedConnector2
curvedConnector3 curvedConnector4 curvedConnector5 curvedDownArrow curvedLeftArrow curvedRightArrow
curvedUpArrow cust custom cyan cycle cylinder d dark1 dark2 darkBlue darkCyan darkDown darkGray
darkGreen darkGrid darkHorizontal darkMagenta darkRed darkTrellis darkUp darkVertical darkYellow
dash dashDnDiag dashDot dashdot dashDotDot dashDotDotHeavy dashDotHeavy dashDotStroked dashed
dashedHeavy dashHorz dashLong dashLongHeavy dashSmallGap dashUpDiag dashVert dataBar date dateTime
datetime datetimeFigureOut days dbl dblStrike decagon decimal decimalEnclosedCircle
decimalEnclosedCircleChinese decimalEnclosedFullstop decimalEnclosedParen decimalFullWidth
decimalFullWidth2 decimalHalfWidth decimalZero decorative deepPink deepSkyBlue default depth des
desOrSelf diagBrick diagCross diagStripe diam diamond differentiateMultirowTableHeaders dim dimGray
dir dirty disabled display displayed dist distribute distributed distributeLetter distributeSpace
divot dk1 dk2 dkBgShp dkBlue dkCyan dkDnDiag dkEdge dkGoldenrod dkGray dkGreen dkGrey dkHorz dkKhaki
dkMagenta dkOliveGreen dkOrange dkOrchid dkRed dkSalmon dkSeaGreen dkSlateBlue dkSlateGray
dkTurquoise dkUpDiag dkVert dkViolet dnDiag doc docEnd dodecagon dodgerBlue dollarText doNotCompress
doNotFlipMirrorIndents donut dot dotDash dotDmnd dotDotDash dotGrid DotNet dotted dottedHeavy double
double-struck doubleAccounting doubleWave downArrow downArrowCallout downThenOver drop dstNode
duplicateValues dxa e eachPage eachSect eastAsia eaVert edge edit elbow ellipse ellipseRibbon
ellipseRibbon2 ellipsis email emboss embossed emDash enableOpenTypeFeatures end enDash endMarg
endPad endPts endSty endsWith equ equal even evenPage everyone exact exp expression External f
factor fallback false fax fgAcc0 fgAcc2 fgAcc3 fgAcc4 fgAccFollowNode1 fgImgPlace1 fgShp
fgSibTrans2D1 fill filled fillpoly firebrick first firstCol firstPage firstRow fixed fixedVal flat
flood floralWhite flowChartAlternateProcess flowChartCollate flowChartConnector flowChartDecision
flowChartDelay flowChartDisplay flowChartDocument flowChartExtract flowChartInputOutput
flowChartInternalStorage flowChartMagneticDisk flowChartMagneticDrum flowChartMagneticTape
flowChartManualInput flowChartManualOperation flowChartMerge flowChartMultidocument
flowChartOfflineStorage flowChartOffpageConnector flowChartOnlineStorage flowChartOr
flowChartPredefinedProcess flowChartPreparation flowChartProcess flowChartPunchedCard
flowChartPunchedTape flowChartSort flowChartSummingJunction flowChartTerminator flowDir foldedCorner
folHlink follow followedHyperlink followSib forestGreen forms formula fraction fraktur frame
freezing fromB fromL fromR fromT front frozen frozenSplit fuchsia fullAlpha fullHangul fullHiragana
fullKatakana fullPage funnel gainsboro ganada gap gear6 gear9 general ghostWhite glow gold goldenrod
gradient gradientActiveCaption gradientCenter gradientInactiveCaption gradientRadial gramEnd
gramStart grav gray gray0625 gray125 grayScale grayscale grayText grayWhite grDir greaterThan
greaterThanOrEqual green greenYellow gregorian gregorianArabic gregorianMeFrench gregorianUs
gregorianXlitEnglish gregorianXlitFrench grey gt gte gutter h hair halfAlpha halfFrame halfHangul
halfKatakana hang hAnsi hardEdge hArH harsh heart heavy hebrew hebrew1 hebrew2 heptagon hex hexagon
hidden hierAlign hierarchy hierBranch hierChild hierRoot high highContrast highKashida highlight
highlightText hijri hindiConsonants hindiCounting hindiNumbers hindiVowels hiragana historical hlink
hOff homePlate honeydew horizontalScroll horz horzAlign horzBrick horzCross horzStripe hotLight
hotPink hqprint hundredMillions hundreds hundredThousands hybridMultilevel hyperlink hyphen
hyphenate hyphenSep i iconSet ideographDigital ideographEnclosedCircle ideographLegalTraditional
ideographTraditional ideographZodiac ideographZodiacTraditional ignore in inactiveBorder
inactiveCaption inactiveCaptionText inBase indian indianRed indigo inEnd INF infobackground infoBk
information infoText init inline inlineStr inner inner-margin-area inset inside insideMargin
Internal inverseGray invGray iroha irohaFullWidth irregularSeal1 irregularSeal2 isometricBottomDown
isometricBottomUp isometricLeftDown isometricLeftUp isometricRightDown isometricRightUp
isometricTopDown isometricTopUp ivory japan japaneseCounting japaneseDigitalTenThousand
japaneseLegal just justify justLow khaki korea koreanCounting koreanDigital koreanDigital2
koreanLegal l landscape largest last7Days lastCol lastMonth lastPage lastRow lastWeek lavender
lawnGreen lCtrCh lCtrDes ledger left left-margin-area leftArrow leftArrowCallout leftBrace
leftBracket leftCircularArrow leftMargin leftRightArrow leftRightArrowCallout leftRightCircularArrow
leftRightRibbon leftRightUpArrow leftUpArrow legacyFlat1 legacyMatte legacyMetal legacyPlastic
legacyWireframe legal lemonChiffon lessThan lessThanOrEqual letter lg lgCheck lgConfetti lgDash
lgDashDot lgDashDotDot lgGrid light1 light2 lightBlue lightDown lightGray lightGrayscale lightGreen
lightGrey lightGrid lightHorizontal lightningBolt lightTrellis lightUp lightVertical lightYellow
lime limeGreen limLow lin linDir line linear lineInv lineMarker linen lines linesAndChars lining
list lit lMarg lnNode1 lnSpAfParP lnSpCh lnSpPar lOff log long longdash longdashdot longdashdotdot
low lowerLetter lowerRoman lowKashida lr lrTb lrTb2 lrTbV lrV lt lt1 lt2 ltDnDiag lte ltGray ltHorz
ltUpDiag ltVert lvl magenta mainScheme major majorAscii majorBidi majorEastAsia majorHAnsi margin
marker maroon master match mathDivide mathEqual mathMinus mathMultiply mathNotEqual mathPlus matrix
matte max maxDepth maximum maxMin med medium mediumBlue mediumDashDot mediumDashDotDot mediumDashed
mediumGray mediumKashida menu menuBar menuHighlight menuText metal mid midCat middle middleDot
midnightBlue millions min minimum minMax minor minorAscii minorBidi minorEastAsia minorHAnsi minus
miter modern mongolianVert monospace months moon morning movingAvg mso-position-horizontal
multilevel n NA NaN narHorz narrow narVert native navy neCell neq never newPage newSection
nextColumn nextMonth nextPage nextTo nextWeek nil no noArr noBar noControl node node0 node1 node2
node3 node4 nodeHorzAlign nodeVertAlign noGrow nonAsst none none2 nonIsoscelesTrapezoid nonNorm norm
normal normalView normalWeb noSmoking noStrike notBeside notBetween notchedRightArrow
notContainsBlanks notContainsErrors notContainsText notEqual notFirstPage nothing num number
numberInDash numbering numTab nwCell obliqueBottom obliqueBottomLeft obliqueBottomRight obliqueLeft
obliqueRight obliqueTop obliqueTopLeft obliqueTopRight octagon odd oddPage off oldLace oldStyle
olive oliveDrab on one oneCell open openDmnd orange orangeRed orchid ordinal ordinalText orgChart
orthographicFront other out outEnd outer outer-margin-area outlineView outset outside outsideMargin
oval over overflow overlap overrideTableStyleFontSizeAndJustification overThenDown p page pageBottom
pageBreakPreview pageLayout pageTop papayaWhip par paragraph parallelogram parChTrans1D1
parChTrans1D2 parChTrans1D3 parChTrans1D4 parChTrans2D1 parChTrans2D2 parChTrans2D3 parChTrans2D4
parOf parTrans parTxLTRAlign parTxRTLAlign path pattern pct pct10 pct12 pct15 pct20 pct25 pct30
pct35 pct37 pct40 pct45 pct5 pct50 pct55 pct60 pct62 pct65 pct70 pct75 pct80 pct85 pct87 pct90 pct95
peachPuff pentagon percentage percentile percentStacked period perspective perspectiveAbove
perspectiveBelow perspectiveContrastingLeftFacing perspectiveContrastingRightFacing perspectiveFront
perspectiveLeft perspectiveRelaxed perspectiveRelaxedModerately perspectiveRight peru phClr picture
pie pieWedge pink placeholders plaid plaque plaqueTabs plastic plum plus poly portrait pos posEven
posOdd powder powderBlue power preced precedSib pres preserve presOf presParOf primFontSz print
process proportional purple pyra pyraAcctBkgdNode pyraAcctPos pyraAcctRatio pyraAcctTxMar
pyraAcctTxNode pyraLvlNode pyramid pyramidToMax quadArrow quadArrowCallout r rCtrCh rCtrDes readOnly
rect red regular rel relationship relative relaxedInset repeat resizeHandles restart
reverseDiagStripe revPos revTx ribbon ribbon2 riblet right right-margin-area rightArrow
rightArrowCallout rightBrace rightBracket rightMargin rightVertical rl rlV rMarg rnd rOff roman
romanLcParenBoth romanLcParenR romanLcPeriod romanUcParenBoth romanUcParenR romanUcPeriod root
rosyBrown rotPath round round1Rect round2DiagRect round2SameRect roundRect row rowCol royalBlue
rtShortDist rtTriangle russianLower russianUpper s saka salmon sandyBrown sans-serif screen script
scrollBar sdtContentLocked sdtLocked seaGreen secChAlign seCell secFontSz secLinDir secSibSp sectEnd
segments self separate separator shape shingle short shortdash shortdashdot shortdashdotdot shortdot
shp shpTxLTRAlignCh shpTxRTLAlignCh sibSp sibTrans sibTrans1D1 sibTrans2D1 sigma silver simple
single singleAccounting singleLevel skw skyBlue slantDashDot slateBlue slateGray slidenum slope sm
small smCheck smConfetti smGrid smileyFace smoothMarker snake snapToChars sng sngStrike snip1Rect
snip2DiagRect snip2SameRect snipRoundRect snow soft softEdge softmetal softRound solid
solidAlignAcc1 solidBgAcc1 solidDmnd solidFgAcc1 sp space span spanAng spellEnd spellStart sphere
split springGreen sq square squareTabs srcNode stack stacked stackScale standard standardContextual
standardContextualHistorical standardHistorical stAng star star10 star12 star16 star24 star32 star4
star5 star6 star7 star8 start static stBulletLvl std stdDev stdErr stealth steelBlue stElem
stemThick stop str straight straightConnector1 stripedRightArrow subscript subSup sun sunrise sunset
superscript supHide swCell swiss swooshArrow sysDash sysDashDot sysDashDotDot sysDot t tab table
tabloid tabular tags taiwan taiwaneseCounting taiwaneseCountingThousand taiwaneseDigital tan tb
tbLrV tbRl tbRlV tbV tCtrCh tCtrDes teal teardrop tenMillions tenThousands text text1 text2
textArchDown textArchDownPour textArchUp textArchUpPour textButton textButtonPour textCanDown
textCanUp textCascadeDown textCascadeUp textChevron textChevronInverted textCircle textCirclePour
textCurveDown textCurveUp textDeflate textDeflateBottom textDeflateInflate textDeflateInflateDeflate
textDeflateTop textDoubleWave1 textFadeDown textFadeLeft textFadeRight textFadeUp textFit
textInflate textInflateBottom textInflateTop textLength textNoShape textPlain textRingInside
textRingOutside textSlantDown textSlantUp textStop textTriangle textTriangleInverted textWave1
textWave2 textWave4 textWrapping thai thaiCounting thaiDist thaiDistribute thaiLetters thaiNumbers
thick thickBetweenThin thickThin thickThinLargeGap thickThinMediumGap thickThinSmallGap thin
thinDiagCross thinDiagStripe thinHorzCross thinHorzStripe thinReverseDiagStripe thinThick
thinThickLargeGap thinThickMediumGap thinThickSmallGap thinThickThinLargeGap thinThickThinMediumGap
thinThickThinSmallGap thinVertStripe thisMonth thistle thisWeek thousands threeDEmboss threeDEngrave
threePt through tight tile timePeriod tL tl tMarg toB today tOff toL tomato tomorrow top top-margin-
area top10 topAndBottom topLeft topMargin topRight toR toT tR tr trackedChanges trAlignAcc1
translucentPowder trapezoid trBgShp trellis tri triangle trillions triple true turquoise twoCell
twoPt tx tx1 tx2 txAnchorHorz txAnchorHorzCh txAnchorVert txAnchorVertCh txBlDir txDir umalqura
unchecked underDot underscore undOvr undrawn uniqueValues unknownRelationship unlocked upArrow
upArrowCallout upDiag upDownArrow upDownArrowCallout upperLetter upperRoman upr userA userB userC
userD userE userF userG userH userI userJ userK userL userM userN userO userP userQ userR userS
userSet userT userU userV userW userX userY userZ useWord2013TrackBottomHyphenation uturnArrow var
variable vennNode1 vert vert270 vertAlign verticalScroll vertStripe veryHidden veryThin
vietnameseCounting view violet visible w wArH warmMatte warning wave wavyDouble wavyHeavy wdDnDiag
wdUpDiag weave web wedgeEllipseCallout wedgeRectCallout wedgeRoundRectCallout wheat white whiteSmoke
whole wholeTable wholeTbl wide window windowFrame windowText windowtext wOff wordArtVert
wordArtVertRtl words wrap x xy y years yellow yellowGreen yes yesterday zero zigZag
"""
VALUES = frozenset(_ENUMERATIONS.split())
"""Values that the schemas enumerate, wherever they stand."""
