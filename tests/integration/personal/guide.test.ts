import { PATCH as leaveRoute } from "@/app/api/user/guides/route";
import { db } from "@/db/client";
import { channels, models, suppliers } from "@/db/schema/models";
import { readGuide } from "@/lib/features/personal/service/guide";
import { answer } from "@/tests/factories/call";
import { makeConversation } from "@/tests/factories/conversations";
import { onlyBuiltinModels } from "@/tests/factories/models";
import { makePerson, type Person } from "@/tests/factories/people";

const leave = (person: Person, name: string) =>
  answer(leaveRoute, { token: person.token, method: "PATCH", body: { name } });

const ticks = async (person: Person) => {
  const guide = await readGuide(person.actor);
  return guide?.name === "steps" ? Object.fromEntries(guide.steps.map(({ step, isDone }) => [step, isDone])) : guide;
};

describe("first steps of an administrator", () => {
  it("are ticked by the state of the installation and by what this person did", async () => {
    const [admin, colleague] = [
      await makePerson({ roles: ["administrator"] }),
      await makePerson({ roles: ["administrator"] }),
    ];
    await onlyBuiltinModels();
    expect(await ticks(admin)).toMatchObject({ model: false, people: true, document: false });
    await makeConversation(admin, [{ question: "q", answer: "a" }]);
    expect(await ticks(admin)).toMatchObject({ document: false });
    await makeConversation(admin, [{ question: "q", answer: "a" }], { kind: "document" });
    expect(await ticks(admin)).toMatchObject({ document: true });
    expect(await ticks(colleague)).toMatchObject({ document: false });
    const [supplier] = await db().insert(suppliers).values({ name: "s-guide", template: "openai" }).returning();
    const [model] = await db().insert(models).values({ name: "m-guide", type: "chat" }).returning();
    await db().insert(channels).values({ modelId: model!.id, supplierId: supplier!.id, upstreamModel: "m-guide" });
    expect(await ticks(colleague)).toEqual({ model: true, people: true, document: false });
    // All is done: there is nothing to show.
    expect(await ticks(admin)).toBeNull();
  });

  it("are those this person may take", async () => {
    const person = await makePerson({ codes: ["PERSONAL:DOCUMENT", "SYSTEM:CONFIG:MODELS"] });
    expect(Object.keys((await ticks(person)) ?? {})).toEqual(["model", "document"]);
  });
});

describe("the tour", () => {
  const stops = async (person: Person) => {
    const guide = await readGuide(person.actor);
    return guide?.name === "tour" ? guide.stops.map(({ stop }) => stop) : guide;
  };

  it("leads staff to what they may open", async () => {
    expect(await stops(await makePerson())).toEqual(["chat", "document", "knowledge", "find"]);
    expect(await stops(await makePerson({ roles: ["visitor"] }))).toEqual(["chat", "find"]);
  });

  it("is left for good by one person and stays for others", async () => {
    const [one, two] = [await makePerson(), await makePerson()];
    expect(await leave(one, "tour")).toMatchObject({ code: 200 });
    expect(await leave(one, "tour")).toMatchObject({ code: 200 });
    expect(await stops(one)).toBeNull();
    expect(await stops(two)).toHaveLength(4);
    expect(await leave(one, "other")).toMatchObject({ code: 400 });
  });
});
