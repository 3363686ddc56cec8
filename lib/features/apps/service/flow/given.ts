import "server-only";
import type { AppInputs, AppVariable } from "../../variables";
import type { FlowGraph } from "../../workflow/graph";

/** Where a workflow finds what it was given; no node can have this name. */
export const GIVEN = "$given";

/** What a workflow begins with: its form, filled in, with nothing where nobody filled anything in. */
export function givenTo(
  { nodes }: FlowGraph,
  { inputs, text, files }: { inputs: AppInputs; text: string; files: readonly { id: string; name: string }[] },
): Map<string, unknown> {
  const start = nodes.find((node) => node.type === "start");
  const more = { text, ...(start?.data.takesFiles && { files }) };
  return new Map([[GIVEN, { ...more, ...givenFields(start?.data.variables ?? [], inputs) }]]);
}

const EMPTY = { switch: false, number: null, text: "", paragraph: "", select: "" } as const;

/** The fields of a form by their names, with nothing where nobody filled anything in. */
export const givenFields = (form: readonly AppVariable[], inputs: AppInputs): Record<string, unknown> =>
  Object.fromEntries(form.map(({ name, type }) => [name, inputs[name] ?? EMPTY[type]]));
