"""Names of HTML, SVG and CSS that a released page may hold. Data alone.

Of the HTML Living Standard, SVG 2 and the CSS snapshots; obsolete ones that pages still use are among them.
"""

from __future__ import annotations

_ELEMENTS = """
a abbr acronym address animate applet area article aside audio b base basefont bdi bdo bgsound big
blink blockquote body br button canvas caption center circle cite clippath code col colgroup data
datalist dd defs del desc details dfn dialog dir div dl dt ellipse em embed fieldset figcaption
figure filter font footer foreignobject form frame frameset g h1 h2 h3 h4 h5 h6 head header hgroup
hr html i iframe image img input ins kbd label legend li line lineargradient link listing main map
mark marker marquee mask math menu meta meter mfrac mi mn mo mover mroot mrow msqrt mstyle msub
msubsup msup mtable mtd mtext mtr munder munderover nav nobr noembed noframes noscript object ol
optgroup option output p param path pattern picture plaintext polygon polyline pre progress q
radialgradient rb rect rp rt rtc ruby s samp script search section select slot small source span
stop strike strong style sub summary sup svg switch symbol table tbody td template text textarea
textpath tfoot th thead time title tr track tspan tt u ul use var video view wbr xmp
"""
ELEMENTS = frozenset(_ELEMENTS.split())
_TEXTS = """
abbr alt aria-description aria-label aria-placeholder aria-roledescription aria-valuemax aria-valuemin
aria-valuenow aria-valuetext content datetime high label low max min optimum placeholder standby summary
title value
"""
TEXTS = frozenset(_TEXTS.split())
"""Attributes that a reader is shown, or that carry or bound what is sent: searched as text."""
_LINKS = """
aria-activedescendant aria-controls aria-describedby aria-details aria-errormessage aria-flowto
aria-labelledby aria-owns class for form headers id list name usemap
"""
LINKS = frozenset(_LINKS.split())
"""Attributes that name places of the page, or link to them: renamed alike."""
_LAYOUT = """
align alink allowfullscreen aria-atomic aria-autocomplete aria-busy aria-checked aria-colcount
aria-colindex aria-current aria-disabled aria-expanded aria-haspopup aria-hidden aria-invalid
aria-level aria-live aria-modal aria-multiline aria-orientation aria-posinset aria-pressed
aria-readonly aria-required aria-rowcount aria-rowindex aria-rowspan aria-selected aria-setsize
aria-sort aria-valuemax aria-valuemin aria-valuenow async autocapitalize autocomplete autofocus
autoplay axis bgcolor border bordercolor cellpadding cellspacing char charoff charset checked clear
color cols colspan compact contenteditable controls coords crossorigin cx cy d declare decoding
default defer dir direction disabled download dx dy enctype face fill fill-opacity fill-rule
font-family font-size font-style font-weight formenctype formmethod formnovalidate formtarget frame
frameborder gradienttransform gradientunits height hidden high hreflang hspace http-equiv inert
inputmode ismap kind lang link loading loop low marginheight marginwidth max maxlength media method
min minlength multiple muted nohref noresize noshade novalidate nowrap offset opacity open optimum
orient points preload preserveaspectratio r readonly refx refy rel required rev reversed role rows
rowspan rules rx ry sandbox scheme scope scrolling selected shape size sizes span spellcheck
spreadmethod start step stop-color stop-opacity stroke stroke-dasharray stroke-linecap
stroke-linejoin stroke-miterlimit stroke-opacity stroke-width tabindex target text text-anchor
transform translate type valign valuetype version viewbox vlink vspace width wrap x x1 x2 xml:lang
xml:space xmlns xmlns:xlink y y1 y2
"""
LAYOUT = frozenset(_LAYOUT.split())
"""Attributes that lay out, of numbers and words of the vocabulary."""
_META = """
apple-mobile-web-app-capable color-scheme description format-detection handheldfriendly keywords
mobileoptimized msapplication-config referrer robots theme-color viewport
"""
META_NAMES = frozenset(_META.split())
_WORDS = """
a4 about absolute add after alert all alpha alphabetic always and angle anonymous antialiased
apple-system aqua area arial article assertive at attr avenir avoid backwards balance bar baseline
before beige below bevel black blink blinkmacsystemfont blue blur bold bolder bookmark both bottom
bounding break-all break-spaces break-word brightness brown button calc calibri cambria canonical
capitalize caption cell center ch charset checkbox child chocolate circle clear clip clone
closest-side cm col-resize colgroup collapse color column comic complementary condensed consolas
contain content-box contentinfo contents context-menu contrast copy coral counter counter-style
courier cover crimson crosshair css cubic-bezier currentcolor cursive cyan dark darkblue darkgray
darkgreen darkgrey darkred dashed date datetime-local decimal default deg dense descending
device-width dialog difference dimgray disc display distribute document dotted double dpcm dpi dppx
drop-shadow each-line ease ease-in ease-in-out ease-out element ellipsis elliptic em email embed end
environment even evenodd ex exact expanded external fallback false fantasy file fill firebrick first
first-child first-letter first-line first-of-type fit-content fixed flat flex flex-end flex-start
flow-root focus focus-visible focus-within font font-face font-feature-values footer forestgreen
form forwards fr from fuchsia full-width gainsboro garamond georgia get getter gif gold goldenrod
gothic grab grabbing grad gray grayscale green grid gridcell groove group groups hanging heading
help helvetica hidden horizontal hover hsl hsla html hz icon image img import important in indigo
infinite inherit initial initial-scale inline inline-block inline-flex inline-grid inline-table
inset inside inter-word invert isolate italic ivory jpeg jpg justify keep-all keyframes khaki khz
landscape large larger last-child last-of-type lavender layer leading left legend lh light lightblue
lighten lighter lightgray lightgrey lime limegreen line line-through linear linear-gradient link
list list-item listbox log lower-alpha lower-roman lowercase ltr lucida magenta main manual mark
maroon mask matrix max max-content max-device-width max-height max-width maximum-scale media medium
menu menuitem middle midnightblue min min-content min-device-width min-height min-width mincho
minimum-scale miter mm mobile mode monospace month move moz ms multiply namespace navigation navy
new next no no-cache no-close-quote no-drop no-open-quote no-repeat nofollow none nonzero noopener
noreferrer normal not not-allowed note noto nowrap nth-child nth-of-type number numeric o
objectboundingbox oblique off olive on one only only-child opacity open-quote optimizelegibility
option or orange orientation outset outside overlay overline padding-box page paint palatino para pc
perspective pink plain png pointer polite portrait post pre pre-line pre-wrap prefers-color-scheme
prefers-reduced-motion preload presentation preserve prev print progress progressbar projection pt
purple px q querying rad radial-gradient radio range rect red relative rem repeat repeat-x repeat-y
reset resolution retina reverse rgb rgba ridge right roboto role roman root rotate round row
row-resize row-reverse rowgroup rowheader royalblue rtl running s salmon same-origin sans sans-serif
saturate scale scale-down screen scroll seagreen search sec segoe select self separate separator
sepia serif sheet shortcut shrink-to-fit sienna silver size skew skyblue slice small small-caps
smaller smooth solid space space-around space-between space-evenly space-on-use speech square
stacked start static status steelblue step steps sticky stretch strict strong stylesheet sub submit
subpixel-antialiased super supports svg switch system-ui tab table table-cell table-column
table-footer-group table-header-group table-row table-row-group tabpanel tahoma tan target tb teal
tel template text text-bottom text-top textbox thick thin time times tiny to tomato toolbar tooltip
top transition translate transparent trebuchet tree true tty turn tv ubuntu ui underline unset up
upper-alpha upper-roman uppercase url use user-scalable userspaceonuse utf utf-8 var verdana
vertical vertical-lr vertical-rl vh video viewport violet visible visited vmax vmin vw wait wavy
webkit week white white-space whitesmoke width windowtext wrap wrap-reverse x-large x-small xhtml
xml xx-large xx-small yellow yes z zoom zoom-in zoom-out
"""
_PROPERTIES = """
accent-color active after align-content align-items align-self animation animation-delay
animation-direction animation-duration animation-fill-mode animation-iteration-count animation-name
animation-play-state animation-timing-function appearance aspect-ratio backdrop-filter
backface-visibility background background-attachment background-clip background-color
background-image background-origin background-position background-position-x background-position-y
background-repeat background-size before border border-bottom border-bottom-color
border-bottom-left-radius border-bottom-right-radius border-bottom-style border-bottom-width
border-box border-collapse border-color border-image border-left border-left-color border-left-style
border-left-width border-radius border-right border-right-color border-right-style
border-right-width border-spacing border-style border-top border-top-color border-top-left-radius
border-top-right-radius border-top-style border-top-width border-width bottom box-shadow box-sizing
break-after break-before break-inside caption-side checked clear clip clip-path color column-count
column-fill column-gap column-rule column-span column-width columns content counter-increment
counter-reset cursor direction disabled display empty empty-cells enabled filter first-line flex
flex-basis flex-direction flex-flow flex-grow flex-shrink flex-wrap float font font-family
font-feature-settings font-kerning font-size font-size-adjust font-smoothing font-stretch font-style
font-variant font-weight gap grid grid-area grid-auto-columns grid-auto-flow grid-auto-rows
grid-column grid-gap grid-row grid-template grid-template-areas grid-template-columns
grid-template-rows has height hover hyphens inset is isolation justify-content justify-items
justify-self left letter-spacing line-break line-height link list-style list-style-image
list-style-position list-style-type margin margin-bottom margin-left margin-right margin-top
max-height max-width min-height min-width mix-blend-mode not object-fit object-position opacity
order orphans outline outline-color outline-offset outline-style outline-width overflow
overflow-wrap overflow-x overflow-y padding padding-bottom padding-left padding-right padding-top
page page-break-after page-break-before page-break-inside perspective place-items placeholder
pointer-events position quotes resize right root row-gap scroll-behavior selection src tab-size
table-layout text-align text-align-last text-decoration text-decoration-color text-decoration-line
text-decoration-style text-indent text-justify text-overflow text-rendering text-shadow
text-size-adjust text-transform text-wrap top touch-action transform transform-origin transition
transition-delay transition-duration transition-property transition-timing-function unicode-bidi
unicode-range user-select vertical-align visibility where white-space widows width will-change
word-break word-spacing word-wrap writing-mode z-index
"""
WORDS = frozenset(_WORDS.split()) | frozenset(_PROPERTIES.split()) | ELEMENTS
"""Words of style sheets and of values that lay out."""
