import { and, eq } from "drizzle-orm";
import { POST as documentsRoute, GET as listRoute } from "@/app/api/documents/route";
import { POST as filesRoute } from "@/app/api/files/route";
import { closeDatabase, db } from "@/db/client";
import { files, fileVersions } from "@/db/schema/files";
import type { Handler } from "@/lib/endpoint/route";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer } from "@/tests/factories/call";
import { makePerson, type Person } from "@/tests/factories/people";
import { begun, piece } from "@/tests/factories/resumable";

// Two processes that share a folder share no lock: what the database says must be enough.
jest.mock("@/lib/files/upload-lock", () => ({
  ...jest.requireActual<object>("@/lib/files/upload-lock"),
  withUpload: (_id: string, work: () => Promise<unknown>) => work(),
}));

let owner: Person;

beforeAll(async () => {
  await startJobs(TASK_JOBS, false);
});
beforeEach(async () => {
  owner = await makePerson();
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

async function arrived(purpose: string): Promise<string> {
  const text = `A text of ${owner.account}, unlike any other.`;
  const id = await begun(owner.token, { size: text.length, purpose });
  await piece(owner.token, id, 0, text);
  return id;
}

const finish = (handler: Handler, uploadId: string) =>
  answer<{ id: string }>(handler, { token: owner.token, body: { uploadId, filename: "a.txt" } });

const uploaded = () =>
  db()
    .select()
    .from(files)
    .where(and(eq(files.ownerId, owner.id), eq(files.status, "uploaded")));

describe("an upload finished in several processes at the same time", () => {
  it.each([
    ["a file", "general", filesRoute],
    ["a document", "document", documentsRoute],
  ])("becomes %s once, and every answer names it", async (_name, purpose, handler) => {
    const id = await arrived(purpose);
    const answers = await Promise.all([1, 2, 3, 4].map(() => finish(handler, id)));
    expect(answers.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    expect(new Set(answers.map(({ data }) => data?.id)).size).toBe(1);
    expect(await uploaded()).toHaveLength(1);
    expect(await db().select().from(fileVersions).where(eq(fileVersions.id, id))).toHaveLength(1);
    const { data } = await answer<{ total: number }>(listRoute, { token: owner.token });
    expect(data?.total).toBe(purpose === "document" ? 1 : 0);
  });
});
