// Rows that come in over hours, thinned so that they stay few: every second one goes when there are too many.
export class Table {
  constructor(most = 4000) {
    this.most = most;
    this.clear();
  }
  clear() {
    this.columns = [];
    this.data = [];
    this.every = 1;
    this.seen = 0;
    this.extra = false; // the last row is only there because it is the last
  }
  begin(columns) {
    this.clear();
    this.columns = columns;
    this.data = columns.map(() => []);
  }
  get length() {
    return this.data.length ? this.data[0].length : 0;
  }
  add(row) {
    this.data.forEach((column, n) => {
      if (this.extra) column.pop();
      column.push(Number.isFinite(row[n]) ? row[n] : null);
    });
    this.extra = this.seen++ % this.every !== 0;
    if (this.length < this.most) return;
    this.data = this.data.map((column) => column.filter((_, n) => n % 2 === 0));
    this.every *= 2;
    this.extra = false;
  }
}

// history.csv as it grows, in the units of the case; one that was cut back begins anew.
export class History {
  constructor() {
    this.table = new Table();
    this.restart();
  }
  restart() {
    this.from = 0;
    this.rest = '';
    this.table.clear();
  }
  take(answer) {
    if (answer.from < this.from) this.restart();
    this.from = answer.from + new TextEncoder().encode(answer.text).length;
    const lines = (this.rest + answer.text).split('\n');
    this.rest = lines.pop();
    if (answer.columns) this.units = answer.columns;
    for (const line of lines) {
      if (line.startsWith('#')) continue; // where the table comes from
      const words = line.split(',');
      if (!this.table.columns.length) this.table.begin(this.units.map((u) => u.title));
      else if (words.length === this.table.columns.length) this.table.add(words.map((word, n) => (Number(word) - this.units[n].offset) / this.units[n].factor));
    }
    return this.from < answer.size && answer.text.length > 0; // more to come
  }
}
