import { POST as createRoute } from "@/app/api/knowledge/bases/route";
import { answer } from "./call";
import type { Person } from "./people";

/** A base of a person; its id. */
export async function makeBase(person: Person, input: Record<string, unknown> = {}): Promise<string> {
  const made = await answer<{ id: string }>(createRoute, { token: person.token, body: { name: "Rules", ...input } });
  if (!made.data) throw new Error(made.message);
  return made.data.id;
}

export const granted = (subjectType: "user" | "role" | "department", subjectId: string, right = "view") => ({
  subjectType,
  subjectId,
  right,
});
