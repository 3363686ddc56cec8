import { z } from "zod";
import { identifier } from "./line";
import { storable } from "./storable";

/** Values by names that people or other systems chose. zod's own record leaves out the name `__proto__`. */
export function namedValues<V extends z.ZodType>(nameMax: number, value: V) {
  const names = identifier(nameMax);
  return z
    .unknown()
    .transform((given, context): Record<string, z.output<V>> => {
      const refuse = (message: string, path: string[] = []) => {
        context.issues.push({ code: "custom", message, path, input: given });
      };
      if (typeof given !== "object" || given === null || Array.isArray(given)) {
        refuse("invalid");
        return z.NEVER;
      }
      const entries = Object.entries(given).map(([name, item]) => {
        const parsed = value.safeParse(item);
        const named = names.safeParse(name);
        if (!named.success) refuse(named.error.issues[0]?.message ?? "invalid", [storable(name)]);
        if (!parsed.success) refuse(parsed.error.issues[0]?.message ?? "invalid", [name]);
        return [name, parsed.data as z.output<V>] as const;
      });
      return Object.fromEntries(entries);
    })
    .meta({ type: "object", additionalProperties: z.toJSONSchema(value, { io: "input", unrepresentable: "any" }) });
}
