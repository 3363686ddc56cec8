import { POST as previewRoute } from "@/app/api/knowledge/files/[id]/segmentation-preview/route";
import { closeDatabase } from "@/db/client";
import type { SegmentationPreviewDto } from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { readPiece } from "@/lib/parsing/store";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let other: Person;
let base: string;
beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  [owner, other] = [await makePerson(), await makePerson()];
  base = await makeBase(owner, { visibility: "partial", grants: [granted("user", other.id)] });
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

const RULES = Array.from(
  { length: 12 },
  (_, at) => `第${at + 1}条 出差的人在十天内报销第${at + 1}项费用。超过的自理。`,
).join("\n\n");
const SINGLE = { mode: "single", maxTokens: 40, overlap: 10 };

const preview = (person: Person, id: string, segmentations: readonly object[]) =>
  answer<SegmentationPreviewDto & { fields?: Record<string, string> }>(previewRoute, {
    token: person.token,
    params: { id },
    body: { segmentations },
  });

describe("preview of a segmentation", () => {
  it("cuts the real file by two settings and stores nothing", async () => {
    const file = await makeKnowledgeFile(owner, base, "rules.txt", RULES);
    const clauses = { mode: "separator", separators: [{ text: "第\\d+条", regex: true }] };
    const { data } = await preview(owner, file.id, [SINGLE, clauses]);
    const [single, separated] = data!.previews;
    expect(data!.versionId).toBe(file.versionId);
    expect(separated).toMatchObject({ count: 12, parents: 0, cut: 0, isPartial: false });
    const { text } = (await readPiece(file.versionId, 0))!;
    for (const [at, { from }] of separated!.slices.entries())
      expect(text.slice(from)).toMatch(new RegExp(`^第${at + 1}条`));
    expect(single!.slices.slice(1).every(({ overlap }) => overlap > 0)).toBe(true);
    expect(single!.maxTokens).toBeLessThanOrEqual(40);
  });

  it("refuses what is no expression, and ends one that never ends", async () => {
    const file = await makeKnowledgeFile(owner, base, "long.txt", `${"a".repeat(60)}!`);
    const by = (text: string) => preview(owner, file.id, [{ mode: "separator", separators: [{ text, regex: true }] }]);
    expect(await by("第(条")).toMatchObject({
      code: 400,
      data: { fields: { "segmentations.0.separators.0.text": "pattern" } },
    });
    const began = performance.now();
    expect(await by("(a+)+$")).toMatchObject({
      code: 422,
      data: { fields: { "segmentations.0.separators": "patternSlow" } },
    });
    expect(performance.now() - began).toBeLessThan(6000);
    expect((await by("!")).code).toBe(200);
  });

  it("is for those who manage the base", async () => {
    const file = await makeKnowledgeFile(owner, base, "mine.txt", "Only mine.");
    expect((await preview(other, file.id, [SINGLE])).code).toBe(404);
    expect((await preview(await makePerson(), file.id, [SINGLE])).code).toBe(404);
  });
});
