import { AnswerTimes } from "@/lib/stream/answer-times";

describe("the times of an answer", () => {
  it("of one call are those of the call", () => {
    const times = new AnswerTimes();
    times.add(1000, { firstTokenMs: 40, durationMs: 45 });
    expect(times.figures()).toEqual({ firstTokenMs: 40, durationMs: 45 });
  });

  it("with tools run from the first call's arrival to the last one's end, without the wait for a person", async () => {
    let now = 1100;
    const times = new AnswerTimes(null, () => now);
    // The first call asked for a tool at once; its person thought for a minute.
    times.add(1000, { firstTokenMs: null, durationMs: 100 });
    await times.pausedFor(
      Promise.resolve().then(() => {
        now += 60_000;
      }),
    );
    times.add(61_200, { firstTokenMs: 30, durationMs: 80 });
    expect(times.figures()).toEqual({ firstTokenMs: 230, durationMs: 280 });
  });

  it("count a broken-off answer to where it broke", () => {
    let now = 0;
    const times = new AnswerTimes(null, () => now);
    times.breakOff();
    expect(times.figures()).toEqual({ firstTokenMs: null, durationMs: null });
    times.add(100, { firstTokenMs: 20, durationMs: 50 });
    now = 400;
    times.breakOff();
    expect(times.figures()).toEqual({ firstTokenMs: 20, durationMs: 300 });
  });

  it("of a continued answer go on from the times it had", () => {
    const times = new AnswerTimes({ firstTokenMs: 15, durationMs: 200 });
    times.add(9000, { firstTokenMs: 700, durationMs: 800 });
    expect(times.figures()).toEqual({ firstTokenMs: 15, durationMs: 1000 });
  });
});
