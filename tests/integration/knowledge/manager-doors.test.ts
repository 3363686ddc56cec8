import { GET as draftsRoute } from "@/app/api/knowledge/bases/[id]/drafts/route";
import { GET as editRoute } from "@/app/api/knowledge/bases/[id]/edit/route";
import { GET as embeddingRoute } from "@/app/api/knowledge/bases/[id]/embedding/route";
import { GET as exportStateRoute } from "@/app/api/knowledge/bases/[id]/export/state/route";
import { POST as takenRoute } from "@/app/api/knowledge/bases/[id]/files/names/route";
import { POST as rereadingCostRoute } from "@/app/api/knowledge/bases/[id]/files/rereading-estimate/route";
import { POST as pagesRoute } from "@/app/api/knowledge/bases/[id]/pages/route";
import { GET as reachRoute } from "@/app/api/knowledge/bases/[id]/reach/route";
import { POST as retrievalPreviewRoute } from "@/app/api/knowledge/bases/[id]/retrieval/preview/route";
import { GET as retrievalRoute } from "@/app/api/knowledge/bases/[id]/retrieval/route";
import { PATCH as changeRoute } from "@/app/api/knowledge/bases/[id]/route";
import { GET as alikeRoute } from "@/app/api/knowledge/files/[id]/alike/route";
import { GET as fileEditRoute } from "@/app/api/knowledge/files/[id]/edit/route";
import { POST as segmentationPreviewRoute } from "@/app/api/knowledge/files/[id]/segmentation-preview/route";
import { GET as decisionsRoute } from "@/app/api/knowledge/files/[id]/slice-decisions/route";
import { closeDatabase } from "@/db/client";
import type { Handler } from "@/lib/endpoint/route";
import type { KnowledgeFileDto } from "@/lib/features/knowledge/dto";
import { startJobs, stopJobs } from "@/lib/jobs/boss";
import { closeIdleChildren } from "@/lib/parsing/pool";
import { TASK_JOBS } from "@/lib/tasks/jobs";
import { answer, type CallOptions, call } from "@/tests/factories/call";
import { granted, makeBase, makeKnowledgeFile } from "@/tests/factories/knowledge";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;

beforeAll(async () => {
  await onlyBuiltinModels();
  await startJobs(TASK_JOBS, false);
  owner = await makePerson();
});
afterAll(async () => {
  closeIdleChildren();
  await stopJobs(100);
  await closeDatabase();
});

interface Vault {
  id: string;
  file: KnowledgeFileDto;
}

/** Doors of those who manage a base, with what each takes. */
function managingDoors(person: Person, { id, file }: Vault): Record<string, () => Promise<Response>> {
  const at = { params: { id } };
  const ofFile = { params: { id: file.id } };
  const by = (route: Handler, options: CallOptions) => () => call(route, { token: person.token, ...options });
  return {
    edit: by(editRoute, at),
    drafts: by(draftsRoute, at),
    alike: by(alikeRoute, ofFile),
    "state of an export": by(exportStateRoute, at),
    reach: by(reachRoute, at),
    retrieval: by(retrievalRoute, at),
    "look at retrieval": by(retrievalPreviewRoute, {
      ...at,
      body: { question: "When does the lease end?", settings: {} },
    }),
    embedding: by(embeddingRoute, at),
    "look at segmentation": by(segmentationPreviewRoute, {
      ...ofFile,
      body: { segmentations: [{ mode: "single", maxTokens: 200, overlap: 0 }] },
    }),
    "file's form": by(fileEditRoute, ofFile),
    "slices to decide": by(decisionsRoute, ofFile),
    "taken names": by(takenRoute, { ...at, body: { files: [{ folder: "", name: "lease.txt" }] } }),
    "cost of a rereading": by(rereadingCostRoute, { ...at, body: { ids: [file.id] } }),
    // Refused by the site where it is not by us: nothing is read before the right was looked at.
    "web pages": by(pagesRoute, { ...at, body: { addresses: ["http://127.0.0.1:9/"], refresh: "never" } }),
  };
}

it("doors of those who manage open to them alone, and close with that right", async () => {
  const [manager, reader, stranger] = [await makePerson(), await makePerson(), await makePerson()];
  const grants = [granted("user", manager.id, "manage"), granted("user", reader.id)];
  const id = await makeBase(owner, { visibility: "partial", grants });
  const base = { id, file: await makeKnowledgeFile(owner, id, "lease.txt", "The lease ends on 31 March 2027.\n") };
  const statuses = async (person: Person) => {
    const found: Record<string, number> = {};
    for (const [name, door] of Object.entries(managingDoors(person, base))) found[name] = (await door()).status;
    return found;
  };
  const all = (status: number) =>
    Object.fromEntries(Object.keys(managingDoors(manager, base)).map((name) => [name, status]));
  // No model here could read pages anew: that is said to managers alone.
  expect(await statuses(manager)).toEqual({ ...all(200), "cost of a rereading": 422 });
  expect(await statuses(reader)).toEqual(all(404));
  expect(await statuses(stranger)).toEqual(all(404));
  const body = { grants: [granted("user", manager.id)] };
  await answer(changeRoute, { token: owner.token, method: "PATCH", params: { id }, body });
  expect(await statuses(manager)).toEqual(all(404));
});
