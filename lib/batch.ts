/** A write that waits for a lock so long, milliseconds, does not hold up the next. */
const PATIENCE_MS = 200;

interface Waiting<Item, Answer> {
  item: Item;
  resolve: (answer: Answer) => void;
  reject: (error: unknown) => void;
}

export interface BatchOptions<Item> {
  /** Items written together at most. */
  most: number;
  /** Items of one key never go together: the second has to see what the first wrote. */
  keyOf?: (item: Item) => string;
}

/**
 * Group commit: items that arrive while a write is under way go into the next one together. One lone item waits for
 * nobody. When a joint write fails, its items are tried one by one, so that one bad item spoils no other.
 */
export class Batcher<Item, Answer> {
  private waiting: Waiting<Item, Answer>[] = [];
  /** The write the next one waits for. */
  private current: Promise<void> | undefined;

  constructor(
    private readonly write: (items: Item[]) => Promise<Answer[]>,
    private readonly options: BatchOptions<Item>,
  ) {}

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      this.next();
    });
  }

  private next(): void {
    if (this.current || this.waiting.length === 0) return;
    const writing = this.writeAll(this.take());
    this.current = writing;
    const goOn = () => {
      clearTimeout(patience);
      if (this.current !== writing) return;
      this.current = undefined;
      this.next();
    };
    const patience = setTimeout(goOn, PATIENCE_MS).unref();
    void writing.then(goOn);
  }

  private take(): Waiting<Item, Answer>[] {
    const { most, keyOf } = this.options;
    if (!keyOf) return this.waiting.splice(0, most);
    const taken = new Map<string, Waiting<Item, Answer>>();
    const left: typeof this.waiting = [];
    for (const entry of this.waiting) {
      const key = keyOf(entry.item);
      if (taken.size < most && !taken.has(key)) taken.set(key, entry);
      else left.push(entry);
    }
    this.waiting = left;
    return [...taken.values()];
  }

  /** Never rejects: each item has its own answer. */
  private async writeAll(batch: Waiting<Item, Answer>[]): Promise<void> {
    try {
      const answers = await this.write(batch.map(({ item }) => item));
      for (const [index, { resolve }] of batch.entries()) resolve(answers[index] as Answer);
    } catch (error) {
      if (batch.length === 1) batch[0]?.reject(error);
      else for (const entry of batch) await this.writeAll([entry]);
    }
  }
}
