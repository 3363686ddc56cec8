import { useNodeForm } from "./node-form";

/** What is wrong with the fields of a form in a node's settings, as the editor of forms takes it: `variables.0.label`. */
export function useWrongFields(field: string, as: string): Record<string, string> {
  const { problems } = useNodeForm();
  return Object.fromEntries(
    problems.flatMap(({ field: at, code }) =>
      at?.startsWith(`${field}.`) ? [[`${as}${at.slice(field.length)}`, code]] : [],
    ),
  );
}
