import { eq } from "drizzle-orm";
import { GET as analysisRoute } from "@/app/api/apps/[id]/analysis/route";
import { POST as copyRoute } from "@/app/api/apps/[id]/copy/route";
import { GET as draftReadRoute, PUT as draftRoute } from "@/app/api/apps/[id]/draft/route";
import { GET as editRoute } from "@/app/api/apps/[id]/edit/route";
import { GET as exportRoute } from "@/app/api/apps/[id]/export/route";
import { GET as feedbackRoute, POST as sayRoute } from "@/app/api/apps/[id]/feedback/route";
import { PUT as markRoute } from "@/app/api/apps/[id]/mark/route";
import { GET as openRoute } from "@/app/api/apps/[id]/open/route";
import { POST as publishRoute } from "@/app/api/apps/[id]/publish/route";
import { POST as decideRoute } from "@/app/api/apps/[id]/requests/[requestId]/route";
import { POST as requestRoute, GET as requestsRoute } from "@/app/api/apps/[id]/requests/route";
import { POST as restoreAppRoute } from "@/app/api/apps/[id]/restore/route";
import { PATCH as changeRoute, DELETE as deleteRoute, GET as readRoute } from "@/app/api/apps/[id]/route";
import { POST as runRoute } from "@/app/api/apps/[id]/runs/route";
import { POST as transferRoute } from "@/app/api/apps/[id]/transfer/route";
import { POST as unpublishRoute } from "@/app/api/apps/[id]/unpublish/route";
import { POST as restoreRoute } from "@/app/api/apps/[id]/versions/[version]/restore/route";
import { GET as versionRoute } from "@/app/api/apps/[id]/versions/[version]/route";
import { GET as versionsRoute } from "@/app/api/apps/[id]/versions/route";
import { POST as categoryRoute } from "@/app/api/apps/categories/route";
import { POST as importRoute } from "@/app/api/apps/import/route";
import { POST as createRoute, GET as listRoute } from "@/app/api/apps/route";
import { GET as squareRoute } from "@/app/api/apps/square/route";
import { closeDatabase, db } from "@/db/client";
import { apps } from "@/db/schema/apps";
import { notifications } from "@/db/schema/notifications";
import { grants } from "@/db/schema/permissions";
import type { Handler } from "@/lib/endpoint/route";
import type { AppDetailDto, AppDto, DraftDto, OpenAppDto, RequestDto, VersionDto } from "@/lib/features/apps/dto";
import { purgeApps } from "@/lib/features/apps/jobs";
import { TEMPLATES } from "@/lib/features/apps/template-list";
import { keepDraft, makeApp, makePublishedApp, publish, saidIn } from "@/tests/factories/apps";
import { answer, call } from "@/tests/factories/call";
import { granted } from "@/tests/factories/knowledge";
import { unique } from "@/tests/factories/organisation";
import { makePerson, type Person } from "@/tests/factories/people";

let owner: Person;
let other: Person;
beforeEach(async () => {
  [owner, other] = [await makePerson(), await makePerson()];
});
afterAll(closeDatabase);

const at = (id: string) => ({ params: { id } });
const read = (person: Person, id: string) => answer<AppDto>(readRoute, { token: person.token, ...at(id) });
const edit = (person: Person, id: string) => answer<AppDetailDto>(editRoute, { token: person.token, ...at(id) });
const change = (person: Person, id: string, body: object) =>
  answer<AppDetailDto>(changeRoute, { token: person.token, method: "PATCH", ...at(id), body });
async function idsIn(person: Person, query: Record<string, string | boolean>) {
  const { data } = await answer<{ items: AppDto[] }>(listRoute, {
    token: person.token,
    query: { pageSize: "100", ...query },
  });
  return data!.items.map(({ id }) => id);
}
const codeOf = async (handler: Handler, options: Parameters<typeof call>[1]) => (await call(handler, options)).status;

describe("who sees an app", () => {
  const REACH: [string, (other: Person) => Record<string, unknown>, "none" | "use" | "manage"][] = [
    ["only me", () => ({ visibility: "self" }), "none"],
    ["only me, with a grant left behind", ({ id }) => ({ visibility: "self", grants: [granted("user", id)] }), "none"],
    ["some, not them", () => ({ visibility: "partial" }), "none"],
    ["some, them", ({ id }) => ({ visibility: "partial", grants: [granted("user", id)] }), "use"],
    ["all", () => ({ visibility: "all" }), "use"],
    ["some, to manage", ({ id }) => ({ visibility: "partial", grants: [granted("user", id, "manage")] }), "manage"],
  ];

  it.each(REACH)("shown to %s: every door says the same", async (_name, input, holds) => {
    const id = await makePublishedApp(owner, input(other));
    const uses = holds !== "none";
    const manages = holds === "manage";
    expect((await idsIn(other, { place: "square" })).includes(id)).toBe(uses);
    expect((await idsIn(other, { place: "workbench", part: "mine" })).includes(id)).toBe(false);
    const { token } = other;
    const use = uses ? 200 : 404;
    const manage = manages ? 200 : 404;
    const doors: [string, Handler, Parameters<typeof call>[1], number][] = [
      ["read", readRoute, {}, use],
      ["open", openRoute, {}, use],
      ["mark", markRoute, { method: "PUT", body: { favourite: true } }, use],
      ["say", sayRoute, { body: { text: "good" } }, use],
      ["edit", editRoute, {}, manage],
      ["draft", draftReadRoute, {}, manage],
      ["keep", draftRoute, { method: "PUT", body: { instructions: "x" } }, manage],
      ["versions", versionsRoute, {}, manage],
      ["version", versionRoute, { params: { id, version: "1" } }, manage],
      ["analysis", analysisRoute, {}, manage],
      ["export", exportRoute, {}, manage],
      ["requests", requestsRoute, {}, manage],
      ["feedback", feedbackRoute, {}, manage],
      ["copy", copyRoute, { body: { name: "copy" } }, manage],
      ["change", changeRoute, { method: "PATCH", body: { name: "renamed" } }, manage],
      ["publish", publishRoute, { body: {} }, manage],
      ["restore version", restoreRoute, { params: { id, version: "1" }, body: {} }, manage],
      ["try another version", runRoute, { body: { text: "hi", version: "draft" } }, manages ? 200 : 404],
      // What is its owner's alone.
      ["transfer", transferRoute, { body: { userId: other.id } }, manages ? 403 : 404],
      ["delete", deleteRoute, { method: "DELETE" }, manages ? 403 : 404],
      ["unpublish", unpublishRoute, { method: "POST" }, manage],
    ];
    for (const [name, handler, options, code] of doors) {
      const got = await codeOf(handler, { token, params: { id }, ...options });
      // A model may be missing here: what counts is that the door did not say "not found".
      if (name === "try another version" && manages) expect(got).not.toBe(404);
      else expect([name, got]).toEqual([name, code]);
    }
  });

  it("is asked anew each time: a right that is taken back ends at once", async () => {
    const id = await makePublishedApp(owner, { visibility: "partial", grants: [granted("user", other.id)] });
    expect((await read(other, id)).code).toBe(200);
    await change(owner, id, { grants: [] });
    expect((await read(other, id)).code).toBe(404);
    expect(await idsIn(other, { place: "square" })).not.toContain(id);
  });

  it("is not public while it is a draft, and not in the square while it is on trial", async () => {
    const id = await makeApp(owner);
    expect((await read(other, id)).code).toBe(404);
    await publish(owner, id, { trial: true });
    expect(await idsIn(other, { place: "square" })).not.toContain(id);
    expect(await idsIn(other, { place: "lab" })).toContain(id);
    await publish(owner, id);
    expect(await idsIn(other, { place: "square" })).toContain(id);
    await answer(unpublishRoute, { token: owner.token, method: "POST", ...at(id) });
    expect((await read(other, id)).code).toBe(404);
  });

  it("needs the permission of the place", async () => {
    const visitor = await makePerson({ codes: ["APPS:LAB:VIEW"] });
    expect(await codeOf(listRoute, { token: visitor.token, query: { place: "square" } })).toBe(403);
    expect(await codeOf(listRoute, { token: visitor.token, query: { place: "lab" } })).toBe(200);
    expect(await codeOf(createRoute, { token: visitor.token, body: { name: "x", kind: "agent" } })).toBe(403);
    const none = await makePerson({ codes: ["PERSONAL:CHAT"] });
    expect(await codeOf(squareRoute, { token: none.token })).toBe(403);
  });

  it("whoever changes it by a grant cannot lock themselves out, and cannot hide it", async () => {
    const id = await makeApp(owner, { visibility: "partial", grants: [granted("user", other.id, "manage")] });
    expect((await change(other, id, { visibility: "self" })).code).toBe(403);
    expect((await change(other, id, { grants: [] })).code).toBe(409);
    expect((await edit(other, id)).data?.grants).toHaveLength(1);
  });
});

describe("the square", () => {
  it("is searched, sorted, filtered by kind, category and favourites, each for the one who looks", async () => {
    const word = unique("needle");
    const a = await makePublishedApp(owner, { name: `A ${word}`, kind: "assistant" });
    const b = await makePublishedApp(owner, { name: `B ${word}`, description: "100% sure" });
    await db().update(apps).set({ uses: 5 }).where(eq(apps.id, a));
    expect(await idsIn(other, { place: "square", keyword: word, sort: "name" })).toEqual([a, b]);
    expect(await idsIn(other, { place: "square", keyword: word, sort: "uses" })).toEqual([a, b]);
    expect(await idsIn(other, { place: "square", keyword: word, kind: "agent" })).toEqual([b]);
    expect(await idsIn(other, { place: "square", keyword: "100%", sort: "name" })).toContain(b);
    await answer(markRoute, { token: other.token, method: "PUT", ...at(b), body: { favourite: true } });
    expect(await idsIn(other, { place: "square", favourites: true })).toEqual([b]);
    expect(await idsIn(owner, { place: "square", favourites: true })).toEqual([]);
  });

  it("has categories whoever keeps the tools makes; others may not", async () => {
    const keeper = await makePerson({ codes: ["SYSTEM:CONFIG:TOOLS", "APPS:WORKBENCH:VIEW", "APPS:SQUARE:VIEW"] });
    const body = { nameZh: unique("类"), nameEn: unique("Category") };
    expect(await codeOf(categoryRoute, { token: owner.token, body })).toBe(403);
    const { data } = await answer<{ id: string }>(categoryRoute, { token: keeper.token, body });
    const id = await makePublishedApp(owner, { categoryId: data!.id });
    expect(await idsIn(other, { place: "square", categoryId: data!.id })).toEqual([id]);
    // An external page is theirs to put there as well.
    const external = { name: "Intranet", kind: "external" };
    expect(await codeOf(createRoute, { token: owner.token, body: external })).toBe(403);
    expect(await codeOf(createRoute, { token: keeper.token, body: external })).toBe(200);
  });
});

describe("a draft", () => {
  it("of two saves from one state the second is told, and loses nothing of the first", async () => {
    const id = await makeApp(owner);
    const revision = await keepDraft(owner, id, { instructions: "first" });
    const save = (instructions: string) =>
      answer(draftRoute, { token: owner.token, method: "PUT", ...at(id), body: { instructions, revision } });
    expect((await save("second")).code).toBe(200);
    expect(await save("third")).toMatchObject({ code: 409, data: { error: "appDraftStale" } });
    const { data } = await answer<DraftDto>(draftReadRoute, { token: owner.token, ...at(id) });
    expect(data?.settings).toMatchObject({ instructions: "second" });
  });

  it("refuses what its kind has not, and names the field", async () => {
    const id = await makeApp(owner, { kind: "assistant" });
    const save = (body: object) => answer(draftRoute, { token: owner.token, method: "PUT", ...at(id), body });
    expect((await save({ tools: ["calculate"] })).code).toBe(400);
    expect(await save({ variables: [{ name: "1", label: "x", type: "text" }] })).toMatchObject({
      code: 400,
      data: { fields: { "variables.0.name": "variableName" } },
    });
  });

  it("is what its users have only once it is published; an earlier version comes back as a draft", async () => {
    const id = await makePublishedApp(owner, { settings: { instructions: "one", opening: "Hello one" } });
    await keepDraft(owner, id, { instructions: "two", opening: "Hello two" });
    const opened = async () => (await answer<OpenAppDto>(openRoute, { token: other.token, ...at(id) })).data?.opening;
    expect(await opened()).toBe("Hello one");
    expect((await edit(owner, id)).data?.state).toBe("changed");
    await publish(owner, id, { note: "better" });
    expect(await opened()).toBe("Hello two");
    await keepDraft(owner, id, { instructions: "three" });
    const back = { token: owner.token, params: { id, version: "1" }, body: { note: "kept" } };
    expect((await answer(restoreRoute, back)).code).toBe(200);
    const { data: draft } = await answer<DraftDto>(draftReadRoute, { token: owner.token, ...at(id) });
    expect(draft?.settings).toMatchObject({ instructions: "one" });
    expect(await opened()).toBe("Hello two");
    const { data } = await answer<{ items: VersionDto[] }>(versionsRoute, { token: owner.token, ...at(id) });
    // The draft nobody had published was kept.
    expect(data?.items.map(({ version, note, isPublished }) => [version, note, isPublished])).toEqual([
      [3, "kept", false],
      [2, "better", true],
      [1, "", false],
    ]);
  });

  it("that lacks what its kind needs is not published", async () => {
    const id = await makeApp(owner, { kind: "generation" });
    const refused = await answer(publishRoute, { token: owner.token, ...at(id), body: {} });
    expect(refused).toMatchObject({ code: 422, data: { fields: { instructions: "required", variables: "required" } } });
  });
});

describe("a template", () => {
  it.each(TEMPLATES.map(({ key, kind }) => [key, kind] as const))(
    "%s begins an app in both languages",
    async (key, kind) => {
      for (const language of ["zh-CN", "en-US"]) {
        const body = { name: "From a template", kind, template: key };
        const options = { token: owner.token, body, headers: { "accept-language": language } };
        const { data } = await answer<{ id: string }>(createRoute, options);
        const { data: draft } = await answer<DraftDto>(draftReadRoute, { token: owner.token, ...at(data!.id) });
        const { words, variables, asks } = saidIn(kind, draft!.settings);
        expect(words).not.toContain("[[");
        expect(/[\u4e00-\u9fff]/.test(words)).toBe(language === "zh-CN");
        // Each field of the form is asked for, and told.
        for (const { name, label } of variables) {
          expect(words).toContain(asks(name));
          expect(label).not.toBe(name);
        }
        expect((await answer(publishRoute, { token: owner.token, ...at(data!.id), body: {} })).code).toBe(200);
      }
    },
  );
});

describe("a wish to use an app", () => {
  it("goes to its owner, who grants it; the person is told and may use it", async () => {
    const id = await makePublishedApp(owner, { visibility: "partial", name: "Secret project" });
    const ask = () => answer(requestRoute, { token: other.token, ...at(id), body: { note: "for my team" } });
    expect((await ask()).code).toBe(200);
    expect((await ask()).code).toBe(409);
    const { data } = await answer<{ items: RequestDto[] }>(requestsRoute, { token: owner.token, ...at(id) });
    expect(data?.items).toMatchObject([{ user: { id: other.id }, note: "for my team" }]);
    const decide = (person: Person) =>
      answer(decideRoute, {
        token: person.token,
        params: { id, requestId: data!.items[0]!.id },
        body: { granted: true },
      });
    expect((await decide(other)).code).toBe(404);
    expect((await decide(owner)).code).toBe(200);
    expect((await decide(owner)).code).toBe(409);
    expect((await read(other, id)).code).toBe(200);
    const told = await db().select().from(notifications).where(eq(notifications.userId, other.id));
    expect(told.map(({ kind }) => kind)).toEqual(["appGranted"]);
  });

  it("is none for an app of its owner alone, for a draft, and for one that is open already", async () => {
    const hidden = await makePublishedApp(owner, { visibility: "self" });
    const draft = await makeApp(owner, { visibility: "partial" });
    const open = await makePublishedApp(owner);
    for (const id of [hidden, draft, open]) {
      expect(await codeOf(requestRoute, { token: other.token, ...at(id), body: {} })).toBe(404);
    }
  });

  it("that is declined tells nothing of the app", async () => {
    const id = await makePublishedApp(owner, { visibility: "partial", name: "Secret project" });
    await answer(requestRoute, { token: other.token, ...at(id), body: {} });
    const { data } = await answer<{ items: RequestDto[] }>(requestsRoute, { token: owner.token, ...at(id) });
    const params = { id, requestId: data!.items[0]!.id };
    await answer(decideRoute, { token: owner.token, params, body: { granted: false } });
    const [told] = await db().select().from(notifications).where(eq(notifications.userId, other.id));
    expect(JSON.stringify(told)).not.toContain("Secret project");
    expect((await read(other, id)).code).toBe(404);
  });
});

describe("an app's life", () => {
  it("ends in the trash, from which its owner takes it back; after its days it goes with its grants", async () => {
    const id = await makePublishedApp(owner, { visibility: "partial", grants: [granted("user", other.id)] });
    await answer(deleteRoute, { token: owner.token, method: "DELETE", ...at(id) });
    expect((await read(other, id)).code).toBe(404);
    expect(await idsIn(owner, { place: "workbench", part: "trash" })).toContain(id);
    expect(await codeOf(restoreAppRoute, { token: other.token, method: "POST", ...at(id) })).toBe(404);
    await answer(restoreAppRoute, { token: owner.token, method: "POST", ...at(id) });
    expect((await read(other, id)).code).toBe(200);
    await answer(deleteRoute, { token: owner.token, method: "DELETE", ...at(id) });
    await db()
      .update(apps)
      .set({ deletedAt: new Date(Date.now() - 31 * 86_400_000) })
      .where(eq(apps.id, id));
    await purgeApps.execute({}, { jobId: "", signal: new AbortController().signal });
    expect(await db().$count(apps, eq(apps.id, id))).toBe(0);
    expect(await db().$count(grants, eq(grants.resourceId, id))).toBe(0);
  });

  it("is copied without its readers, and given to somebody who may make apps", async () => {
    const id = await makePublishedApp(owner, { settings: { instructions: "Be kind" } });
    const { data: copied } = await answer<{ id: string }>(copyRoute, {
      token: owner.token,
      ...at(id),
      body: { name: "Copy" },
    });
    expect((await edit(owner, copied!.id)).data).toMatchObject({ visibility: "self", state: "draft", uses: 0 });
    const give = (userId: string) => answer(transferRoute, { token: owner.token, ...at(id), body: { userId } });
    const unfit = await makePerson({ codes: ["PERSONAL:CHAT"] });
    expect((await give(unfit.id)).code).toBe(409);
    expect((await give(other.id)).code).toBe(200);
    expect((await edit(other, id)).data?.isOwn).toBe(true);
    expect((await edit(owner, id)).code).toBe(404);
  });

  it("leaves as a file and comes back; what is not here is told", async () => {
    const settings = {
      instructions: "Answer {{topic}}",
      variables: [{ name: "topic", label: "Topic", type: "text", required: true }],
      questions: ["What?"],
      tools: ["calculate"],
    };
    const id = await makeApp(owner, { name: "Traveller", settings });
    const file = await (await call(exportRoute, { token: owner.token, ...at(id) })).text();
    expect(file).toContain("format: app/1");
    expect(file).not.toContain(id);
    const bring = (content: string, person = other) =>
      answer<{ id: string; left: object[] }>(importRoute, { token: person.token, body: { content } });
    const named = file.replace("settings:", "model: no-such-model\nbases:\n  - No such base\nsettings:");
    const { data } = await bring(named);
    expect(data?.left).toEqual([
      { what: "model", name: "no-such-model" },
      { what: "base", name: "No such base" },
    ]);
    const { data: draft } = await answer<DraftDto>(draftReadRoute, { token: other.token, ...at(data!.id) });
    expect(draft?.settings).toMatchObject({ ...settings, modelId: null, baseIds: [] });
    expect((await edit(owner, data!.id)).code).toBe(404);
    for (const broken of ["{", "just words", "format: app/9", `a: &a [1]\nb: ${"[*a,".repeat(30)}1${"]".repeat(30)}`]) {
      expect((await bring(broken)).code).toBe(422);
    }
  });

  it("comes from Dify, with its form, its questions and what is missing named; a kind that is not known is refused", async () => {
    const dify = (mode: string) => `
app: { name: Ticket helper, description: Sorts tickets, mode: ${mode} }
kind: app
model_config:
  pre_prompt: "Sort {{subject}}"
  opening_statement: Hello
  suggested_questions: [Where is my ticket?]
  model: { name: gpt-none, completion_params: { temperature: 0.2, max_tokens: 500, stop: [] } }
  user_input_form:
    - text-input: { variable: subject, label: Subject, required: true }
    - select: { variable: kind, label: Kind, options: [A, B] }
  agent_mode: { tools: [{ tool_name: wikipedia }] }
`;
    const bring = (content: string) =>
      answer<{ id: string; left: object[] }>(importRoute, { token: owner.token, body: { content } });
    const { data } = await bring(dify("agent-chat"));
    expect(data?.left).toEqual([
      { what: "tool", name: "wikipedia" },
      { what: "model", name: "gpt-none" },
    ]);
    const { data: draft } = await answer<DraftDto>(draftReadRoute, { token: owner.token, ...at(data!.id) });
    expect(draft?.settings).toMatchObject({
      instructions: "Sort {{subject}}",
      opening: "Hello",
      questions: ["Where is my ticket?"],
      options: { temperature: 0.2, maxOutputTokens: 500 },
      variables: [
        { name: "subject", required: true },
        { name: "kind", type: "select", options: ["A", "B"] },
      ],
    });
    expect((await bring(dify("channel"))).data).toMatchObject({ error: "appFileKind" });
  });
});
