import { spawnSync } from "node:child_process";
import { and, eq, inArray } from "drizzle-orm";
import { closeDatabase, db } from "@/db/client";
import { parsedVersions } from "@/db/schema/parsing";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren, type Turn } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { openQueue } from "@/lib/tasks/run";
import { cancelTask } from "@/lib/tasks/tasks";
import { makeDocumentFile, readingTask, replaceStages, simpleStages } from "@/tests/factories/documents";
import { eventually } from "@/tests/factories/eventually";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { readBytes } from "@/tests/factories/parsing";
import { makePerson, type Person } from "@/tests/factories/people";

jest.mock("@/lib/retrieval/ingest", () => ({ segmentVersion: jest.fn() }));
jest.mock("@/lib/retrieval/build", () => ({ embedSet: jest.fn() }));

const LARGE = "some words of a large file ".repeat(12_000);
const SMALL = "Fifty bytes, and somebody waits for their answer.\n";

let u1: Person;
let u2: Person;
/** Versions that have been read and are held where they are cut, in their order, until they are let go. */
let cutting: string[];
let letGo: Map<string, () => void>;
let isHeld: boolean;

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
  await onlyBuiltinModels();
});
beforeEach(async () => {
  [u1, u2] = [await makePerson(), await makePerson()];
  [cutting, letGo, isHeld] = [[], new Map(), true];
  const simple = simpleStages();
  replaceStages({
    ...simple,
    segment: async (input) => {
      if (isHeld && input.index.characters > 1000) {
        cutting.push(input.versionId);
        await new Promise<void>((resolve) => letGo.set(input.versionId, resolve));
      }
      return simple.segment(input);
    },
  });
});
afterEach(async () => {
  isHeld = false;
  for (const id of uploaded) await cancelTask((await readingTask(id)).id);
  for (const go of letGo.values()) go();
  await eventually(
    async () => (await stillOpen()).length,
    (count) => count === 0,
  );
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const stillOpen = () =>
  db()
    .select({ id: parsedVersions.versionId })
    .from(parsedVersions)
    .where(
      and(
        inArray(parsedVersions.versionId, uploaded),
        inArray(parsedVersions.status, ["uploaded", "parsing", "segmenting", "building"]),
      ),
    );

const uploaded: string[] = [];
async function upload(person: Person, name: string, text: string): Promise<string> {
  const { versionId } = await makeDocumentFile(person, name, `${name} ${text}`, "txt");
  uploaded.push(versionId);
  return versionId;
}

/** Processes of ours that read files. */
function children(): number[] {
  const found = spawnSync("pgrep", ["-P", String(process.pid), "-f", "lib/parsing/worker/main.ts"]);
  return found.stdout.toString().split("\n").filter(Boolean).map(Number);
}

const statusOf = async (versionId: string) => {
  const [row] = await db()
    .select({ status: parsedVersions.status })
    .from(parsedVersions)
    .where(eq(parsedVersions.versionId, versionId));
  return row?.status;
};

describe("reading many documents", () => {
  beforeAll(openQueue);

  it("leaves a place to others, and one to small files, while one person's large files are read", async () => {
    const large: string[] = [];
    for (let n = 0; n < 10; n++) large.push(await upload(u1, `large-${n}.txt`, LARGE));
    await eventually(
      async () => cutting.length,
      (count) => count >= 3,
    );
    const small = await upload(u1, "small.txt", SMALL);
    expect(
      await eventually(
        () => statusOf(small),
        (status) => status === "ready",
      ),
    ).toBe("ready");
    expect(cutting.every((id) => large.includes(id))).toBe(true);
    expect(cutting).toHaveLength(3);
    const theirs = await upload(u2, "theirs.txt", LARGE);
    await eventually(
      async () => cutting.includes(theirs),
      (isBegun) => isBegun,
    );
    expect(cutting.indexOf(theirs)).toBe(3);
    // The next place goes to who has the fewest under way, not to the seven that came before.
    const second = await upload(u2, "second.txt", LARGE);
    letGo.get(cutting[0]!)!();
    await eventually(
      async () => cutting.length,
      (count) => count >= 5,
    );
    expect(cutting[4]).toBe(second);
  });
});

describe("children that read", () => {
  it("are shared between people, and a small file does not wait for two large ones", async () => {
    const ended: string[] = [];
    const huge = Buffer.from("some words of a huge file ".repeat(200_000));
    const read = (name: string, bytes: Buffer, turn: Turn) =>
      readBytes(bytes, "txt", turn).then(() => ended.push(name));
    closeIdleChildren();
    // Files of tests before this one may have left some.
    const others = children();
    const first = ["a1", "a2"].map((name) => read(name, huge, { owner: "a" }));
    const busy = await eventually(
      async () => children().filter((pid) => !others.includes(pid)),
      (pids) => pids.length === 2,
      5,
    );
    // However slow the machine is, these two are still at work when the small file is read.
    for (const pid of busy) process.kill(pid, "SIGSTOP");
    const last = ["a3", "a4"].map((name) => read(name, huge, { owner: "a" }));
    const theirs = read("b1", huge, { owner: "b" });
    await read("small", Buffer.from(SMALL), { owner: "c", isQuick: true });
    expect(ended).toEqual(["small"]);
    for (const pid of busy) process.kill(pid, "SIGCONT");
    await Promise.all([...first, ...last, theirs]);
    expect(ended.indexOf("b1")).toBeLessThan(ended.indexOf("a4"));
  });
});
