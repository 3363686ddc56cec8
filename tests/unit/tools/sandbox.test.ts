import type { Actor } from "@/lib/auth/actor";
import { calculate } from "@/lib/tools/builtin/calculate";
import { currentTime, timeIn } from "@/lib/tools/builtin/current-time";
import { runCode } from "@/lib/tools/builtin/run-code";

const context = { actor: {} as Actor, signal: new AbortController().signal, settings: {}, credential: null };
const compute = async (expression: string) => (await calculate.run({ expression }, context)).text;
const code = (source: string) => runCode.run({ code: source }, context);

// Loading a thread takes seconds on a machine that has no time.
jest.setTimeout(30_000);

describe("the calculator", () => {
  it.each([
    ["0.1 + 0.2", "0.3"],
    ["(17.5 + 2.25) * 1.19", "23.5025"],
    ["2×3÷4", "1.5"],
    ["（１＋２）＊３", "9"],
    ["200 * 10%", "20"],
    ["2^64", "18446744073709551616"],
    ["sqrt(2)", "1.41421356237309504880168872421"],
    ["combinations(49, 6)", "13983816"],
    ["mean(1, 2, 3, 4)", "2.5"],
    ["round(2.675, 2)", "2.68"],
    ["10 mod 3", "1"],
    ["ln(e)", "1"],
    ["1 > 2 ? 5 : 6", "6"],
    ["[1, 2] * 3", "[3, 6]"],
  ])("computes %s", async (expression, result) => {
    expect(await compute(expression)).toBe(result);
  });

  it.each([
    'import("fs")',
    "a = 1",
    "f(x) = x",
    "1; 2",
    '"text"',
    "sqrt(-1)",
    "1 / 0",
    "5 cm",
    'createUnit("x")',
    'evaluate("1")',
    'parse("1")',
    "constructor",
    'mean.constructor("return process")()',
    "[1][1]",
    "{a: 1}",
    "1:10",
    "2 +",
  ])("refuses %s", async (expression) => {
    await expect(compute(expression)).rejects.toMatchObject({ key: "calculationWrong" });
  });

  it("is ended when it takes too long, and computes the next one", async () => {
    // A thread that is there: loading one is not part of the time.
    await compute("1 + 1");
    const started = Date.now();
    await expect(compute("combinations(1e9, 5e8)")).rejects.toMatchObject({ key: "toolTimeout" });
    expect(Date.now() - started).toBeLessThan(6000);
    expect(await compute("1 + 1")).toBe("2");
  });
});

describe("code", () => {
  it("gives its value and what it printed", async () => {
    const { text, data } = await code('console.log("hi", { a: 1 }); [1, 2, 3].map((x) => x * 2)');
    expect(data).toEqual({ result: "[2,4,6]", output: 'hi {"a":1}\n', cut: false });
    expect(text).toBe('Output:\nhi {"a":1}\n\nResult: [2,4,6]');
    expect((await code("(async () => { await 1; return { a: 1 } })()")).data).toMatchObject({ result: '{"a":1}' });
    expect((await code("let a = 1")).text).toBe("The code ran and gave nothing back.");
  });

  it.each([
    ["process", "process.exit()"],
    ["modules", 'require("node:fs")'],
    ["imports", 'await import("node:fs")'],
    ["the network", 'fetch("http://127.0.0.1")'],
    ["a way out over constructors", 'globalThis.constructor.constructor("return process")().env'],
    ["timers", "setTimeout(() => {}, 1)"],
    ["an error", 'throw new Error("boom")'],
    ["a promise nobody keeps", "new Promise(() => {})"],
  ])("has no %s", async (_name, source) => {
    await expect(code(source)).rejects.toMatchObject({ key: "codeFailed" });
  });

  it("ends an endless loop in time while the event loop goes on", async () => {
    const started = Date.now();
    // A loop that ran here would let the timer come once; how long each pause is depends on who else uses the machine.
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 10);
    await expect(code("for (;;) {}")).rejects.toMatchObject({ key: "toolTimeout" });
    clearInterval(timer);
    expect(Date.now() - started).toBeLessThan(8000);
    expect(turns).toBeGreaterThan(50);
  }, 15_000);

  it.each([
    ["arrays", "const a = []; for (;;) a.push(new Array(100000).fill(1))"],
    ["one large buffer", "new ArrayBuffer(500 * 1024 * 1024)"],
    ["recursion", "(function f() { f() })()"],
  ])(
    "ends a memory bomb of %s",
    async (_name, source) => {
      const before = process.memoryUsage().rss;
      await expect(code(source)).rejects.toMatchObject({ key: expect.stringMatching(/^(toolMemory|toolTimeout)$/) });
      expect(process.memoryUsage().rss - before).toBeLessThan(200 * 1024 ** 2);
    },
    15_000,
  );

  it("cuts what is printed", async () => {
    const { data } = await code('for (let i = 0; i < 5000; i++) console.log("x".repeat(100))');
    expect((data as { output: string }).output.length).toBe(32_000);
    expect(data).toMatchObject({ cut: true });
  });

  it("stops at once when the person stops", async () => {
    const controller = new AbortController();
    const running = runCode.run({ code: "for (;;) {}" }, { ...context, signal: controller.signal });
    setTimeout(() => controller.abort(), 100);
    const started = Date.now();
    await expect(running).rejects.toMatchObject({ key: "toolStopped" });
    expect(Date.now() - started).toBeLessThan(1000);
  });
});

describe("the time", () => {
  const moment = new Date("2026-03-29T00:30:15Z");

  it.each([
    ["Asia/Shanghai", "2026-03-29T08:30:15+08:00", "Sunday"],
    ["Europe/Berlin", "2026-03-29T01:30:15+01:00", "Sunday"],
    ["America/St_Johns", "2026-03-28T22:00:15-02:30", "Saturday"],
    ["UTC", "2026-03-29T00:30:15+00:00", "Sunday"],
  ])("in %s", (timeZone, local, weekday) => {
    expect(timeIn(moment, timeZone)).toEqual({ local, weekday, timeZone, utc: moment.toISOString() });
  });

  it("knows no zone that does not exist", async () => {
    await expect(currentTime.run({ timeZone: "Mars/Olympus" }, context)).rejects.toMatchObject({
      key: "timeZoneUnknown",
      detail: "Mars/Olympus",
    });
  });
});
