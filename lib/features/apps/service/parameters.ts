import "server-only";
import type { PartsDto } from "../dto";
import { FIELDS_MAX } from "../workflow/limits";

/** Characters of what a parameter is for. */
const DESCRIPTION_SHOWN = 300;

/** The fields of a JSON schema, whoever wrote it. */
export function parametersOf(schema: Record<string, unknown>): PartsDto["tools"][number]["parameters"] {
  const { properties, required } = schema;
  if (properties === null || typeof properties !== "object") return [];
  const needed = Array.isArray(required) ? required : [];
  return Object.entries(properties)
    .slice(0, FIELDS_MAX)
    .map(([name, raw]) => {
      const { type, description } = (raw ?? {}) as { type?: unknown; description?: unknown };
      const types = Array.isArray(type) ? type : [type];
      return {
        name,
        type: types.filter((one) => typeof one === "string" && one !== "null").join(" | "),
        description: typeof description === "string" ? description.slice(0, DESCRIPTION_SHOWN) : "",
        required: needed.includes(name),
      };
    });
}
