/**
 * Group commit: items that arrive while a write is under way go into the next one together. One lone item waits for
 * nobody. When a joint write fails, its items are tried one by one, so that one bad item spoils no other.
 */
export class Batcher<Item, Answer> {
  private waiting: { item: Item; resolve: (answer: Answer) => void; reject: (error: unknown) => void }[] = [];
  private writing = false;

  constructor(
    private readonly write: (items: Item[]) => Promise<Answer[]>,
    private readonly most: number,
  ) {}

  add(item: Item): Promise<Answer> {
    return new Promise((resolve, reject) => {
      this.waiting.push({ item, resolve, reject });
      if (!this.writing) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.writing = true;
    while (this.waiting.length > 0) {
      const batch = this.waiting.splice(0, this.most);
      try {
        const answers = await this.write(batch.map(({ item }) => item));
        for (const [index, entry] of batch.entries()) entry.resolve(answers[index] as Answer);
      } catch (error) {
        if (batch.length === 1) batch[0]?.reject(error);
        else await this.oneByOne(batch);
      }
    }
    this.writing = false;
  }

  private async oneByOne(batch: typeof this.waiting): Promise<void> {
    for (const { item, resolve, reject } of batch) {
      try {
        const [answer] = await this.write([item]);
        resolve(answer as Answer);
      } catch (error) {
        reject(error);
      }
    }
  }
}
