import { PUT as draftRoute } from "@/app/api/apps/[id]/draft/route";
import { POST as publishRoute } from "@/app/api/apps/[id]/publish/route";
import { POST as createRoute } from "@/app/api/apps/route";
import { answer } from "./call";
import { unique } from "./organisation";
import type { Person } from "./people";

/** An app of a person, an agent for all unless told otherwise; with settings they become its draft. */
export async function makeApp(
  { token }: Person,
  { settings, ...input }: Record<string, unknown> & { settings?: object } = {},
): Promise<string> {
  const body = { name: unique("app"), kind: "agent", visibility: "all", ...input };
  const { data, message } = await answer<{ id: string }>(createRoute, { token, body });
  if (!data) throw new Error(message);
  if (settings) await keepDraft({ token }, data.id, settings);
  return data.id;
}

export async function keepDraft({ token }: Pick<Person, "token">, id: string, settings: object): Promise<number> {
  const { data, code, message } = await answer<{ revision: number }>(draftRoute, {
    token,
    method: "PUT",
    params: { id },
    body: settings,
  });
  if (code !== 200 || !data) throw new Error(`${message} ${JSON.stringify(data)}`);
  return data.revision;
}

export async function publish({ token }: Person, id: string, body: object = {}): Promise<number> {
  const { data, code, message } = await answer<{ version: number }>(publishRoute, { token, params: { id }, body });
  if (code !== 200 || !data) throw new Error(`${message} ${JSON.stringify(data)}`);
  return data.version;
}

/** As `makeApp`, published. */
export async function makePublishedApp(person: Person, input: Parameters<typeof makeApp>[1] = {}): Promise<string> {
  const id = await makeApp(person, input);
  await publish(person, id);
  return id;
}

interface Form {
  variables: { name: string; label: string }[];
}
/** The words of an app, its form, and how they ask for a field of it; a workflow says them at its nodes. */
export function saidIn(kind: string, settings: object) {
  if (kind !== "workflow") {
    const { instructions, variables } = settings as Form & { instructions: string };
    return { words: instructions, variables, asks: (name: string) => `{{${name}}}` };
  }
  const { nodes } = settings as { nodes: [{ data: Form }] };
  return { words: JSON.stringify(nodes), ...nodes[0].data, asks: (name: string) => `{{start.${name}}}` };
}
