import { buildStep, installStep, lineReader, showProgress } from "../../../scripts/lib/progress.mjs";

/** Steps read from an output that comes in pieces of any length. */
function stepsOf(output: string, size: number, step: (line: string) => string | undefined) {
  const steps: string[] = [];
  const read = lineReader((line: string) => {
    const found = step(line);
    if (found) steps.push(found);
  });
  for (let at = 0; at < output.length; at += size) read(output.slice(at, at + size));
  return steps;
}

const NEXT = `\u001b[1m▲ Next.js\u001b[22m (Turbopack)
- Experiments (use with caution):
  Creating an optimized production build ...
✓ Compiled successfully in 112s
  Collecting page data using 1 worker ...
\u001b[2K  Generating static pages using 1 worker (0/197) ...\r  Generating static pages using 1 worker (49/197) \r
✓ Generating static pages using 1 worker (197/197) in 696ms
  Finalizing page optimization ...
├ ƒ /api/health
`;

test.each([1, 7, 10_000])("the steps of a build are read from pieces of %i characters", (size) => {
  expect(stepsOf(NEXT, size, buildStep)).toEqual([
    "compiling",
    "reading the pages",
    "generating pages, 0 of 197",
    "generating pages, 49 of 197",
    "generating pages, 197 of 197",
    "finishing",
  ]);
});

const NPM = `npm info using npm@11.0.0
npm http fetch GET 200 https://packages.test/clsx 1075ms (cache miss)
npm http fetch GET 200 https://packages.test/clsx/-/clsx-2.1.1.tgz 230ms (cache miss)
npm http cache stemmer@https://packages.test/stemmer/-/stemmer-2.0.1.tgz 0ms (cache hit)
npm info run node@24.21.0 preinstall node_modules/node node installArchSpecificPackage
npm info run node@24.21.0 preinstall { code: 0, signal: null }

added 2 packages in 5s
`;

test.each([1, 10_000])("packages are counted as npm fetches them, read from pieces of %i characters", (size) => {
  const script = "install script of node@24.21.0";
  expect(stepsOf(NPM, size, installStep())).toEqual(["1 packages fetched", "2 packages fetched", script, script]);
});

describe("progress", () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  const screen = (isTTY: boolean) => {
    const written: string[] = [];
    return { isTTY, columns: 80, write: (text: string) => written.push(text), written };
  };

  test("is one line that changes on a terminal, and goes when it is over", () => {
    const stream = screen(true);
    const progress = showProgress("Building", stream);
    progress.step("compiling");
    progress.step("compiling");
    jest.advanceTimersByTime(2000);
    progress.step(undefined);
    progress.end();
    jest.advanceTimersByTime(5000);
    const line = "\r\u001b[2K";
    expect(stream.written).toEqual([
      `${line}Building: compiling, 0 s`,
      `${line}Building: compiling, 1 s`,
      `${line}Building: compiling, 2 s`,
      line,
    ]);
  });

  test("is a line every 15 seconds where nothing can be overwritten", () => {
    const stream = screen(false);
    const progress = showProgress("Building", stream);
    progress.step("compiling");
    jest.advanceTimersByTime(31_000);
    progress.step("finishing");
    jest.advanceTimersByTime(14_000);
    progress.end();
    jest.advanceTimersByTime(30_000);
    expect(stream.written).toEqual([
      "Building: compiling, 15 s\n",
      "Building: compiling, 30 s\n",
      "Building: finishing, 45 s\n",
    ]);
  });
});
