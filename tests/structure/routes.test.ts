import { API_ENTRIES } from "@/app/api/openapi.json/entries";
import { METHODS } from "@/lib/http/openapi";
import { ROUTES } from "@/lib/permissions/routes";
import { sources } from "./source";

/** Mutating calls that no operation log tells of, each with its reason (ARCHITECTURE 9: what is exempt). */
const WITHOUT_AUDIT: Record<string, string> = {
  "POST /api/token/login-pw": "the login service writes success and failure itself",
  "POST /api/token/login-jwt": "as above; a guest has no row to write under",
  "POST /api/login-ad": "as above",
  "POST /api/login-teams": "the login service writes success and failure itself",
  "POST /api/public/login/[id]/callback": "the login service writes success and failure itself",
  "POST /api/token/logout": "ends the caller's own session, seen in the list of sessions",
  "POST /api/admin/user/set-user-language": "a preference of the person's own",
  "POST /api/chat/files/[id]/retry": "progress is exempt",
  "POST /api/chat/sessions": "a person's own chat",
  "PATCH /api/chat/sessions/[id]": "a person's own chat",
  "DELETE /api/chat/sessions/[id]": "a person's own chat",
  "POST /api/chat/sessions/[id]/answer": "questions are exempt, the ledger counts them",
  "POST /api/chat/messages/[id]/re-answer": "questions are exempt, the ledger counts them",
  "POST /api/chat/messages/[id]/show": "which branch is read",
  "POST /api/chat/folders": "a person's own folder of chats",
  "PATCH /api/chat/folders/[id]": "a person's own folder of chats",
  "DELETE /api/chat/folders/[id]": "a person's own folder of chats",
  "PUT /api/chat/messages/[id]/feedback": "what a person thinks of an answer to them; the records show it",
  "POST /api/chat/messages/[id]/open": "which branch is read",
  "POST /api/chat/sessions/bulk": "a person's own chats",
  "POST /api/chat/speech": "the ledger counts it",
  "POST /api/chat/transcription": "the ledger counts it",
  "POST /api/chat/runs/[id]/stop": "progress is exempt",
  "PATCH /api/chat/preferences": "a preference of the person's own",
  "PUT /api/chat/sessions/[id]/role": "a person's own chat",
  "PATCH /api/chat/sessions/[id]/settings": "a person's own chat",
  "POST /api/chat/sessions/[id]/compare": "questions are exempt, the ledger counts them",
  "POST /api/chat/messages/[id]/continue": "questions are exempt, the ledger counts them",
  "POST /api/chat/runs/[id]/consent": "the person's word in their own answer; its message keeps it",
  "POST /api/documents/[id]/cancel": "progress is exempt",
  "POST /api/documents/[id]/overview": "a person's own reading; the ledger counts the calls",
  "POST /api/documents/[id]/overview/cancel": "progress is exempt",
  "POST /api/documents/[id]/retry": "progress is exempt",
  "POST /api/documents/chats": "a person's own conversation",
  "PATCH /api/documents/chats/[id]": "a person's own conversation",
  "POST /api/documents/chats/[id]/answer": "questions are exempt, the ledger counts them",
  "POST /api/documents/chats/[id]/compare": "questions are exempt, the ledger counts them",
  "POST /api/documents/chats/[id]/table/cancel": "progress is exempt",
  "POST /api/documents/chats/[id]/table/columns": "questions are exempt, the ledger counts them",
  "DELETE /api/documents/chats/[id]/table/columns/[columnId]": "a person's own conversation",
  "POST /api/documents/chats/[id]/table/retry": "questions are exempt, the ledger counts them",
  "PUT /api/documents/config": "a preference of the person's own",
  "POST /api/notifications/read": "reads are exempt",
  "POST /api/tasks/[id]/cancel": "progress is exempt",
  "POST /api/reader/resolve": "reads are exempt",
  "POST /api/prompts/[id]/use": "a use, counted at the prompt",
  "PUT /api/prompts/[id]/favourite": "a preference of the person's own",
  "DELETE /api/prompts/[id]/favourite": "as above",
  "PATCH /api/files/uploads/[id]": "progress is exempt; what begins and what finishes an upload is logged",
  "DELETE /api/files/uploads/[id]": "gives the caller's own unfinished upload up: no file was made of it",
  "POST /api/files/[id]/ticket": "a read of the caller's own file",
  "POST /api/collected": "a person's own collection",
  "PATCH /api/collected/[id]": "as above",
  "DELETE /api/collected/[id]": "as above",
  "POST /api/collected/folders": "as above",
  "PATCH /api/collected/folders/[id]": "as above",
  "DELETE /api/collected/folders/[id]": "as above",
  "PATCH /api/user/memory": "a preference of the person's own",
  "POST /api/user/memory/items": "a person's own notes about themselves",
  "DELETE /api/user/memory/items": "as above",
  "PATCH /api/user/memory/items/[id]": "as above",
  "DELETE /api/user/memory/items/[id]": "as above",
  "POST /api/admin/login-channels/saml-metadata": "a look at a text, nothing changes",
  "POST /api/admin/licence/check": "a look at a text, nothing changes",
  "POST /api/admin/operation-log/verification/[id]/cancel": "progress is exempt",
  "POST /api/v1/chat/completions": "a call of the Open API: the ledger counts it",
  "POST /api/v1/messages": "as above",
  "POST /api/v1/embeddings": "as above",
  "POST /api/v1/rerank": "as above",
  "POST /api/v1/images/generations": "as above",
  "POST /api/v1/images/edits": "as above",
  "POST /api/v1/audio/speech": "as above",
  "POST /api/v1/audio/transcriptions": "as above",
};

/** Answers every path nobody else does, so it stands in no document. */
const CATCH_ALL = "/api/[...rest]";
const apiPath = (file: string) => `/${file.replace(/^app\//, "").replace(/\/route\.ts$/, "")}`;

describe("pages", () => {
  const pages = sources("app/**/page.tsx").map(
    (file) =>
      `/${file
        .replace(/^app\//, "")
        .replace(/(^|\/)page\.tsx$/, "")
        .replace(/\([^)]+\)\/?/g, "")
        .replace(/\[(?:\.\.\.)?(\w+)\]/g, "{$1}")}`,
  );

  it("have a line in the route registry", () => {
    const known = new Set(ROUTES.map((route) => route.path));
    expect(pages.filter((page) => !known.has(page))).toEqual([]);
  });

  it("exist for every route that is ready", () => {
    const ready = ROUTES.filter((route) => route.ready && !route.redirect).map((route) => route.path);
    expect(ready.filter((path) => !pages.includes(path))).toEqual([]);
  });

  it("have one line each", () => {
    const paths = ROUTES.map((route) => route.path);
    expect(paths.filter((path, index) => paths.indexOf(path) !== index)).toEqual([]);
  });
});

describe("calls", () => {
  it("stand in the list of the API document, and nothing else does", () => {
    const tree = sources("app/**/route.ts")
      .map(apiPath)
      .filter((path) => path !== CATCH_ALL);
    expect(API_ENTRIES.map(({ path }) => path).sort()).toEqual(tree.sort());
  });

  it.each([...API_ENTRIES])("$path: handlers of the wrapper, each with a summary", async ({ load, operations }) => {
    const module = await load();
    const methods = METHODS.filter((method) => module[method]);
    expect(methods.length).toBeGreaterThan(0);
    expect(Object.keys(module).filter((name) => !(METHODS as readonly string[]).includes(name))).toEqual([]);
    for (const method of methods) expect(module[method]?.declaration.access).toBeDefined();
    expect(Object.keys(operations).sort()).toEqual([...methods].sort());
  });

  it("that change something are logged, or stand on the list of those that need not be", async () => {
    const silent: string[] = [];
    for (const { path, load } of API_ENTRIES) {
      const module = await load();
      for (const method of METHODS) {
        if (method !== "GET" && module[method] && !module[method].declaration.audit) silent.push(`${method} ${path}`);
      }
    }
    expect(silent.sort()).toEqual(Object.keys(WITHOUT_AUDIT).sort());
  });

  it("take path parameters through a schema", async () => {
    const open: string[] = [];
    for (const { path, load } of API_ENTRIES.filter((entry) => entry.path.includes("["))) {
      for (const handler of Object.values(await load())) if (!handler.declaration.params) open.push(path);
    }
    expect(open).toEqual([]);
  });
});
