/**
 * Fills an empty installation with an organisation by the product's own services: its rules, sums and logs hold, and its texts
 * are read, cut and searched like everybody's. Answers come from the built-in model, which says what it is.
 */
import { eq, gte, inArray, sql } from "drizzle-orm";
import { v7 } from "uuid";
import { db } from "@/db/client";
import { listUsersWith } from "@/db/queries/auth/identity";
import { channelPrices } from "@/db/schema/models";
import { prompts } from "@/db/schema/prompts";
import { embeddingCache } from "@/db/schema/retrieval";
import { roles } from "@/db/schema/roles";
import type { Actor, RequestMeta } from "@/lib/auth/actor";
import { loadActing } from "@/lib/auth/session";
import { generatePassword } from "@/lib/boot/seed";
import { loadConfig } from "@/lib/config/system-config";
import { createDepartment } from "@/lib/features/organisation/service/departments";
import { createUsers, settleUsers } from "@/lib/features/organisation/service/users";
import { createForAll } from "@/lib/features/prompts/service/console";
import { createRole } from "@/lib/features/roles/service/roles";
import { BUILTIN_MODEL } from "@/lib/models/builtin/extractive";
import { invalidateModels, resolveModel } from "@/lib/models/registry";
import type { ResolvedModel } from "@/lib/models/types";
import { P } from "@/lib/permissions/codes";
import { dateAppsBack, makeApps } from "./apps";
import { type DemoContent, readContent, SHOWN } from "./content";
import { countKnowledgeUse } from "./knowledge-use";
import { tendBases } from "./knowledge-work";
import { talkAbout } from "./library";
import { DemoRefused, findMarker, keepMarker, type Marker, newMarker } from "./marker";
import { paintPictures } from "./pictures";
import { removeDemo } from "./remove";
import { type Caller, DAYS, makeUsage, settleUsage, usageDays } from "./usage";

const LOCALE = "zh_CN";
/** Nobody has signed in so long before the first call. */
const JOINED = sql`now() - make_interval(days => ${DAYS + 20})`;

export interface Filled {
  accounts: { account: string; name: string; password: string }[];
  departments: number;
  people: number;
  bases: number;
  files: number;
  conversations: number;
  calls: number;
}

export const ORIGIN: RequestMeta = { requestId: "demo", address: "", userAgent: "npm run demo" };

/** A person of the installation with their own rights. */
export async function acting(id: string): Promise<Actor> {
  const actor = await loadActing(id, { ...ORIGIN, requestId: v7() });
  if (!actor) throw new DemoRefused("A person of the demo cannot act; their account or department was disabled.");
  return actor;
}

/** Throws DemoRefused where there is anything; what a failure leaves is taken away again. `folder` holds the content. */
export async function fillDemo(folder: string, tell: (line: string) => void = () => undefined): Promise<Filled> {
  const administrator = await refuseUnlessEmpty();
  const content = await readContent(folder);
  const marker = newMarker();
  await keepMarker(marker);
  try {
    return await fill({ folder, content, marker, administrator, tell });
  } catch (error) {
    await keepMarker(marker);
    await removeDemo({ withLaterWork: true });
    throw error;
  }
}

async function refuseUnlessEmpty(): Promise<Actor> {
  if (await findMarker()) {
    throw new DemoRefused("The demo is there already. Take it away first: npm run demo -- --remove");
  }
  const { rows } = await db().execute<Record<string, string>>(sql`select
    (select count(*) from users) - 1 as people,
    (select count(*) from departments) - 1 as departments,
    (select count(*) from knowledge_bases) as "knowledge bases",
    (select count(*) from files) as files,
    (select count(*) from chat_messages) as messages`);
  const found = Object.entries(rows[0] ?? {}).filter(([, count]) => Number(count) > 0);
  if (found.length > 0) {
    const words = found.map(([what, count]) => `${count} ${what}`).join(", ");
    throw new DemoRefused(
      `This installation is in use (besides its administrator it holds ${words}). The demo is for an empty one: choose another DATA_DIR. Nothing was changed.`,
    );
  }
  const [id] = await listUsersWith(db(), P.ORG_USER);
  if (!id) throw new DemoRefused("There is no administrator yet; start the product once with `npm start`.");
  return acting(id);
}

export interface Filling {
  folder: string;
  content: DemoContent;
  marker: Marker;
  administrator: Actor;
  tell: (line: string) => void;
}

async function fill(filling: Filling): Promise<Filled> {
  const { content, marker, administrator, tell } = filling;
  const began = new Date();
  const model = await builtinModel(administrator, marker);
  tell("Departments, roles and people …");
  const departmentIds = await makeDepartments(filling);
  const accounts = await makePeople(filling, departmentIds);
  const people = new Map(content.people.map(({ account }, index) => [account, marker.people[index]!]));
  const made = await talkAbout(filling, { people, departmentIds, model });
  await makePrompts(filling, people);
  await paintPictures(filling, people);
  tell(`Usage of ${DAYS} days …`);
  marker.days = await usageDays();
  const callers = await callersOf(content, people);
  const calls = await makeUsage(callers, model);
  await settleUsage(marker.days, marker.people);
  await countKnowledgeUse(marker, callers);
  tell("Pairs of question and answer, gaps …");
  await tendBases(filling, people);
  await makeApps(filling, people);
  await dateBack(marker);
  await dateAppsBack(marker.people);
  const cached = await db()
    .select({ sha256: embeddingCache.sha256 })
    .from(embeddingCache)
    .where(gte(embeddingCache.usedAt, began));
  marker.cached = cached.map(({ sha256 }) => sha256);
  marker.madeAt = new Date().toISOString();
  await keepMarker(marker);
  return { accounts, departments: marker.departments.length, people: marker.people.length, ...made, calls };
}

/** The model of the product itself. It costs nothing, and from here on its price says so. */
async function builtinModel(administrator: Actor, marker: Marker): Promise<ResolvedModel> {
  const model = await resolveModel(administrator, BUILTIN_MODEL).catch(() => {
    throw new DemoRefused("The demo answers with the built-in model, which is switched off or gone.");
  });
  const channelId = model.channels[0]?.id;
  if (!channelId) return model;
  const known = await db().select().from(channelPrices).where(eq(channelPrices.channelId, channelId)).limit(1);
  if (known.length > 0) return model;
  const { currency } = await loadConfig("gatewayConfig");
  const [validFrom] = await usageDays();
  const price = { channelId, validFrom, currency, inputPerMillion: 0, outputPerMillion: 0 };
  const [row] = await db().insert(channelPrices).values(price).returning({ id: channelPrices.id });
  marker.prices.push(row!.id);
  await keepMarker(marker);
  invalidateModels();
  return resolveModel(administrator, BUILTIN_MODEL);
}

async function makeDepartments({ content, marker, administrator }: Filling): Promise<Map<string, string>> {
  const ids = new Map<string, string>();
  for (const { key, name, parent } of content.departments) {
    const parentId = parent ? ids.get(parent) : undefined;
    const { id } = await createDepartment(administrator, { name, parentId, status: "enabled" });
    ids.set(key, id);
    marker.departments.push(id);
  }
  await keepMarker(marker);
  return ids;
}

async function makePeople({ content, marker, administrator }: Filling, departmentIds: ReadonlyMap<string, string>) {
  const shipped = await db().select({ id: roles.id, key: roles.key }).from(roles);
  const roleIds = new Map(shipped.map(({ key, id }) => [key, id]));
  for (const { key, ...role } of content.roles) {
    const { id } = await createRole(administrator, { ...role, type: "custom" }, LOCALE);
    roleIds.set(key, id);
    marker.roles.push(id);
  }
  await keepMarker(marker);
  const accounts: Filled["accounts"] = [];
  const inputs = content.people.map(({ account, name, department, roles: held }) => {
    const password = SHOWN.includes(account) ? generatePassword() : undefined;
    if (password) accounts.push({ account, name, password });
    return {
      account,
      name,
      password,
      departmentId: departmentIds.get(department),
      roleIds: held.map((key) => roleIds.get(key)!),
      email: `${account}@yunfan.example`,
      phone: undefined,
      status: "enabled" as const,
      mustChangePassword: false,
    };
  });
  for (const { id } of await createUsers(administrator, inputs)) marker.people.push(id);
  settleUsers();
  await keepMarker(marker);
  return accounts;
}

async function makePrompts({ content, marker, tell }: Filling, people: ReadonlyMap<string, string>): Promise<void> {
  tell("Prompts …");
  const actor = await acting(people.get(SHOWN[0]!)!);
  for (const prompt of content.prompts) {
    const made = await createForAll(actor, { ...prompt, type: "user", roleName: "", categoryId: null }, LOCALE);
    marker.prompts.push(made.id);
  }
  await keepMarker(marker);
}

async function callersOf(content: DemoContent, people: ReadonlyMap<string, string>): Promise<Caller[]> {
  const callers: Caller[] = [];
  for (const { account, use, roles: held } of content.people) {
    const { id, departmentId, departmentPath } = await acting(people.get(account)!);
    const apps = held.includes("visitor") ? ["chat"] : ["knowledge", "chat", "document", "search"];
    callers.push({ id, departmentId, departmentPath, use, apps });
  }
  return callers;
}

/** People and their things are there since before the first call. */
async function dateBack({ people, bases, prompts: made }: Marker): Promise<void> {
  const ids = (list: readonly string[]) =>
    sql.join(
      list.map((id) => sql`${id}::uuid`),
      sql`, `,
    );
  await db().transaction(async (tx) => {
    await tx.execute(sql`update users u set created_at = ${JOINED}, last_login_at = coalesce(
      (select max(created_at) from usage_ledger l where l.user_id = u.id), last_login_at) where id in (${ids(people)})`);
    await tx.execute(sql`update knowledge_bases set created_at = ${JOINED} where id in (${ids(bases)})`);
    await tx.update(prompts).set({ createdAt: JOINED }).where(inArray(prompts.id, made));
  });
}
