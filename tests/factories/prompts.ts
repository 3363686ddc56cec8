import { eq } from "drizzle-orm";
import { v7 } from "uuid";
import { POST as CREATE } from "@/app/api/prompts/route";
import { db } from "@/db/client";
import { insertDepartment } from "@/db/queries/organisation/departments";
import { departments, users } from "@/db/schema/organisation";
import type { PromptDetail } from "@/lib/features/prompts/dto";
import { seedPrompts } from "@/lib/prompts/seed";
import { answer } from "./call";
import { makePerson, type Person, signIn } from "./people";

/** Puts what ships in place, as every start does. */
export const shipPrompts = () => db().transaction(seedPrompts);

/** A department below another, or below the root. */
export async function makeDepartment(parentId?: string): Promise<string> {
  const [root] = await db()
    .select()
    .from(departments)
    .where(parentId ? eq(departments.id, parentId) : undefined)
    .orderBy(departments.path)
    .limit(1);
  const id = v7();
  await insertDepartment(db(), {
    id,
    name: `部门 ${id.slice(-6)}`,
    parentId: root!.id,
    path: `${root!.path}${id}/`,
    sort: 1,
  });
  return id;
}

/** A person of a department, signed in after they were placed there. */
export async function makeMember(departmentId: string, codes?: string[]): Promise<Person> {
  const person = await makePerson(codes && { codes });
  await db().update(users).set({ departmentId }).where(eq(users.id, person.id));
  return { ...person, ...(await signIn(person.id)) };
}

export const promptBody = (more: Record<string, unknown> = {}) => ({
  type: "user",
  name: `提示词 ${v7().slice(-8)}`,
  description: "说明",
  content: "写一封给{{收件人}}的信",
  roleName: "",
  variables: [],
  categoryId: null,
  ...more,
});

/** A private prompt of a person. */
export async function makePrompt(person: Person, more: Record<string, unknown> = {}): Promise<PromptDetail> {
  const { code, data, message } = await answer<PromptDetail>(CREATE, { token: person.token, body: promptBody(more) });
  if (code !== 200) throw new Error(`${code} ${message}`);
  return data!;
}
