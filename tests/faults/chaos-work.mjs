// What people do during chaos. Whatever the product acknowledged is noted; what broke off may or may not have happened.
import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import path from "node:path";
import { uploadDocument } from "./kept-documents.mjs";
import { runScript } from "./operations.mjs";
import { client, signIn } from "./product.mjs";

const PASSWORD = "Chaos-2026-Words";
const GRACE_MS = 30_000;
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Refusals that chaos explains: a process that is away or ending, and limits. */
const EXPECTED = new Set([429, 503]);

function note(world, error) {
  if (error.code === undefined || typeof error.code !== "number" || EXPECTED.has(error.code)) return;
  const what = `${error.code} ${error.data?.error ?? error.message}`;
  world.unexpected.set(what, (world.unexpected.get(what) ?? 0) + 1);
}

/** Does something again and again until the round ends; a failure waits a moment. */
async function keepDoing(world, work) {
  while (!world.ended) {
    if (!world.url) {
      await pause(100);
      continue;
    }
    await work(world.url).catch(async (error) => {
      note(world, error);
      await pause(300);
    });
  }
}

function makePerson(number) {
  const account = `chaos-${number}`;
  let token;
  return {
    account,
    chats: [],
    async make(world) {
      const api = await signIn(world.url);
      const choices = await api.get(`${world.url}/api/admin/org/role-choices`);
      const roles = choices.items ?? choices;
      const ordinary = roles.filter(({ isAdministrator }) => !isAdministrator);
      await api.post(`${world.url}/api/admin/org/users`, {
        account,
        name: `Person ${number}`,
        password: PASSWORD,
        roleIds: ordinary.map(({ id }) => id),
        mustChangePassword: false,
      });
    },
    /** Signs in once: the session outlives every kill. */
    async api(url) {
      token ??= (await client().post(`${url}/api/token/login-pw`, { username: account, password: PASSWORD })).token;
      return client(token);
    },
  };
}

export const PEOPLE = [1, 2, 3].map(makePerson);

/** Conversations each person has, in all rounds: the product limits them. */
const CHATS = 4;

/** Asks one question after the other; what breaks off before an acknowledgement is sent once more under the same key. */
export function chat(world, person) {
  const { chats } = person;
  let asked = 0;
  return keepDoing(world, async (url) => {
    const api = await person.api(url);
    if (chats.length < CHATS) chats.push((await api.post(`${url}/api/chat/sessions`)).id);
    const sessionId = chats[asked++ % chats.length];
    const key = randomUUID();
    const question = { person: person.account, sessionId, key, text: `canary ${key}`, sent: 0, acknowledged: false };
    world.questions.push(question);
    for (let attempt = 0; attempt < 2 && !question.acknowledged; attempt++) {
      const until = Date.now() + GRACE_MS;
      while (!world.url && Date.now() < until) await pause(100);
      await ask(world, api, question).catch((error) => note(world, error));
    }
    // Not every answer is heard to its end: some close the page.
    await pause(world.random() * 500);
  });
}

async function ask(world, api, question) {
  const body = { text: question.text, messageId: question.key };
  question.sent++;
  const stream = await api.ask(`${world.url}/api/chat/sessions/${question.sessionId}/answer`, body);
  await stream.done;
  if (stream.status !== 200) {
    const { code, data, message } = stream.lines[0] ?? {};
    throw Object.assign(new Error(message), { code, data });
  }
  if (stream.lines.length > 0) Object.assign(question, { acknowledged: true, at: Date.now() });
  const finish = stream.lines.find((line) => line.type === "finish")?.messageMetadata;
  if (finish?.status === "done") {
    question.heard = stream.lines.map((line) => (line.type === "text-delta" ? line.delta : "")).join("");
  }
}

/** Documents of some pieces, each with words of its own. */
export function upload(world) {
  let api;
  return keepDoing(world, async (url) => {
    api ??= await signIn(url);
    const canary = randomUUID();
    const lines = Array.from(
      { length: 1200 },
      (_, n) => `Clause ${n} of ${canary}: the rent of room ${n} is ${n * 7} euros.`,
    );
    const { id } = await uploadDocument(api, url, `${canary}.txt`, lines.join("\n"));
    world.documents.push({ id, canary, at: Date.now() });
    await pause(1500);
  });
}

/** People, roles and departments: made, then changed. */
export function administer(world) {
  let api;
  let number = 0;
  return keepDoing(world, async (url) => {
    api ??= await signIn(url);
    const name = `c${world.kills.length}-${++number}-${randomUUID().slice(0, 8)}`;
    const org = `${url}/api/admin/org`;
    const turn = number % 3;
    if (turn === 0) {
      const { id } = await api.post(`${org}/roles`, { name, type: "ordinary", permissions: [] });
      world.roles.push({ id, name, at: Date.now() });
    } else if (turn === 1) {
      const { id } = await api.post(`${org}/departments`, { name });
      world.departments.push({ id, name, at: Date.now() });
    } else {
      const made = await api.post(`${org}/users`, { account: name, name, password: PASSWORD, roleIds: [] });
      const id = made.id ?? made.user?.id;
      const person = { id, account: name, names: [name], at: Date.now() };
      world.people.push(person);
      const next = `${name} renamed`;
      // Once sent it may have been written, acknowledged or not.
      person.names.push(next);
      await api.patch(`${org}/users/${id}`, { name: next });
      person.names = [next];
    }
    await pause(200);
  });
}

/** A backup of the running product, tried until one comes through between two kills. */
export async function keepBackup(world, notBefore) {
  while (Date.now() < notBefore) await pause(200);
  const to = path.join(world.work, "middle.tar");
  for (let attempt = 0; attempt < 8 && !world.backup; attempt++) {
    while (!world.url && !world.ended) await pause(200);
    const began = Date.now();
    const done = await runScript("backup", ["--to", to], world.env);
    if (done.code === 0) world.backup = { file: to, began };
    else {
      world.backupFailure = done.output.trim().split("\n").at(-1);
      if (existsSync(to)) await rm(to);
      await pause(1000);
    }
  }
}
