import { code, sources } from "./source";

describe("processes and threads that the application starts", () => {
  const starters = sources("lib/**/*.ts", "app/**/*.ts").filter(
    (file) =>
      // Not `exec` of a pattern.
      /\b(fork|spawn|execFile|(?<!\.)exec)\(\s*[^)\s]|new (Thread|Worker)\(/.test(code(file)) &&
      /node:(child_process|worker_threads)/.test(code(file)),
  );

  it("are found at all", () => {
    expect(starters).toContain("lib/tools/mcp/stdio.ts");
    expect(starters.length).toBeGreaterThan(3);
  });

  // Without the option Node hands the whole environment on.
  it("are given an environment by name, never ours", () => {
    const wrong = starters.filter((file) => !/env: (childEnvironment|commandEnvironment)\(/.test(code(file)));
    expect(wrong).toEqual([]);
  });
});
