"""Adds the dotted letters of Indian words in Latin script (ṛ ṣ ṭ ṅ …) to display faces that lack them.

Jost and Rozha One have ā and ś, but no letter with a dot below. Each letter is put together from the face's own letter and
its full stop. The output is committed: app/ui/fonts/<face>-dotted.woff2. It needs fonttools with brotli:

    pip install fonttools brotli
    python scripts/make-dotted-letters.py
"""

import unicodedata
from fontTools import subset
from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.ttLib import TTFont

LETTERS = "ḌḍḤḥḶḷḸḹṀṁṂṃṄṅṆṇṚṛṜṝṢṣṬṭẒẓ"
FACES = {"jost": 500, "rozha-one": 400}
DOT_BELOW, DOT_ABOVE, MACRON = "\u0323", "\u0307", "\u0304"


def add_letters(font):
    names, glyphs, cmap = font.getBestCmap(), font.getGlyphSet(), font.getBestCmap()
    metrics = font["hmtx"]

    def bounds(name):
        pen = BoundsPen(font.getGlyphSet())
        font.getGlyphSet()[name].draw(pen)
        return pen.bounds

    dot, macron = names[ord(".")], names[0xAF]
    x0, y0, x1, y1 = bounds(dot)
    gap = round((y1 - y0) * 0.75)
    for letter in LETTERS:
        base, *marks = unicodedata.normalize("NFD", letter)
        left, _, right, top = bounds(names[ord(base)])
        middle = (left + right) / 2
        pen = TTGlyphPen(font.getGlyphSet())
        pen.addComponent(names[ord(base)], (1, 0, 0, 1, 0, 0))
        for mark in marks:
            if mark == MACRON:
                a, b, c, _ = bounds(macron)
                pen.addComponent(macron, (1, 0, 0, 1, round(middle - (a + c) / 2), round(top + gap - b)))
                continue
            lift = -gap - y1 if mark == DOT_BELOW else top + gap - y0
            pen.addComponent(dot, (1, 0, 0, 1, round(middle - (x0 + x1) / 2), round(lift)))
        name = f"uni{ord(letter):04X}"
        order = font.getGlyphOrder()
        font["glyf"][name] = pen.glyph()
        if name not in order:
            font.setGlyphOrder([*order, name])
        metrics[name] = metrics[names[ord(base)]]
        for table in font["cmap"].tables:
            if table.isUnicode():
                table.cmap[ord(letter)] = name
    font["maxp"].numGlyphs = len(font.getGlyphOrder())


for face, weight in FACES.items():
    font = TTFont(f"node_modules/@fontsource/{face}/files/{face}-latin-{weight}-normal.woff2")
    add_letters(font)
    options = subset.Options()
    options.flavor, options.hinting, options.layout_features = "woff2", False, []
    options.drop_tables += ["STAT", "DSIG", "prep", "gasp", "GPOS", "GSUB", "GDEF"]
    options.name_IDs = [0, 1, 2, 13]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[ord(letter) for letter in LETTERS])
    cutter.subset(font)
    subset.save_font(font, f"app/ui/fonts/{face}-dotted.woff2", options)
