// The paragraphs as they were inspected, and where their places are after changes. Offsets of the service count
// code points; JavaScript and Word count UTF-16 units.

export class Text {
  constructor(paragraphs) {
    this.was = paragraphs;
    this.edits = paragraphs.map(() => []);
  }

  // A place of the service as UTF-16 offsets in the paragraph as it was.
  #units({ paragraph, start, end }) {
    const points = [...this.was[paragraph]];
    const begin = points.slice(0, start).join("").length;
    return { paragraph, begin, stop: begin + points.slice(start, end).join("").length };
  }

  words(place) {
    const { paragraph, begin, stop } = this.#units(place);
    return this.was[paragraph].slice(begin, stop);
  }

  // The paragraph as it is now, if nobody but us changed it.
  now(number) {
    let made = this.was[number];
    for (const one of [...this.edits[number]].sort((a, b) => b.begin - a.begin)) {
      made = made.slice(0, one.begin) + one.put + made.slice(one.stop);
    }
    return made;
  }

  // Which of the occurrences of its own words a place is, in the paragraph as it is now.
  occurrence(place) {
    const { paragraph, begin, stop } = this.#units(place);
    const words = this.was[paragraph].slice(begin, stop);
    const earlier = this.edits[paragraph].filter((one) => one.stop <= begin);
    const at = earlier.reduce((sum, one) => sum + one.put.length - (one.stop - one.begin), begin);
    const text = this.now(paragraph);
    let n = 0;
    for (let found = text.indexOf(words); found >= 0 && found < at; found = text.indexOf(words, found + words.length)) n += 1;
    return n;
  }

  isTaken(place) {
    const { paragraph, begin, stop } = this.#units(place);
    return this.edits[paragraph].some((one) => one.begin < stop && begin < one.stop);
  }

  replaced(place, put) {
    const { paragraph, begin, stop } = this.#units(place);
    this.edits[paragraph].push({ begin, stop, put });
  }
}
