import { VALUE_MAX } from "../../workflow/limits";
import { filled, type Names } from "./names";
import type { Convert } from "./nodes";
import { isData, listIn, nameOf, wordIn } from "./raw";

const pairsIn = (names: Names, lines: unknown) =>
  wordIn(lines)
    .split("\n")
    .flatMap((line) => {
      const at = line.indexOf(":");
      const name = (at < 0 ? line : line.slice(0, at)).trim();
      return name ? [{ name: name.slice(0, 200), value: at < 0 ? "" : names.text(line.slice(at + 1).trim()) }] : [];
    })
    .slice(0, 20);

/** The header a call is signed by. What is secret stays behind: its name stands for what is entered again. */
function signatureIn(names: Names, authorization: unknown, nodeId: string) {
  if (!isData(authorization) || !["api-key", "basic", "bearer", "custom"].includes(wordIn(authorization.type)))
    return [];
  names.gap("secret");
  const config = isData(authorization.config) ? authorization.config : {};
  const kept = names.text(config.api_key);
  const secret = /^\{\{secret\.\w+\}\}$/.test(kept) ? kept : `{{secret.${nameOf(`KEY_${nodeId}`)}}}`;
  const type = wordIn(config.type);
  if (type === "custom") return [{ name: (wordIn(config.header) || "Authorization").slice(0, 200), value: secret }];
  return [{ name: "Authorization", value: `${type === "basic" ? "Basic" : "Bearer"} ${secret}` }];
}

/** Nodes that call something outside. */
export const CALLS: Readonly<Record<string, Convert>> = {
  "http-request": (names, { id, data }) => {
    const headers = [...pairsIn(names, data.headers), ...signatureIn(names, data.authorization, id)].slice(0, 20);
    const body = isData(data.body) ? data.body : {};
    const type = wordIn(body.type);
    const pairs = Array.isArray(body.data) ? listIn(body.data) : [];
    const words = Array.isArray(body.data) ? names.text(pairs[0]?.value) : names.text(body.data);
    const isForm = type === "x-www-form-urlencoded" || type === "form-data";
    const form = pairs
      .slice(0, 20)
      .map(({ key, value }) => ({ name: wordIn(key).slice(0, 200), value: names.text(value) }));
    if (type === "binary" || type === "form-data") names.gap("body");
    return {
      type: "http",
      data: {
        method: wordIn(data.method).toUpperCase() || "GET",
        url: names.text(data.url).slice(0, 2000),
        query: pairsIn(names, data.params),
        headers,
        bodyType: type === "json" ? "json" : isForm ? "form" : type === "raw-text" ? "text" : "none",
        body: isForm ? "" : filled(names, words, VALUE_MAX),
        form: isForm ? (form.length > 0 ? form : pairsIn(names, body.data)) : [],
      },
    };
  },
  tool: (names, { data }) => {
    names.gap("tool");
    const parameters = isData(data.tool_parameters) ? data.tool_parameters : {};
    const list = Object.entries(parameters)
      .slice(0, 30)
      .map(([name, given]) => ({
        name: name.slice(0, 200),
        value: isData(given) ? names.value(given.type, given.value) : names.value("constant", given),
      }));
    return { type: "tool", data: { tool: wordIn(data.tool_name).slice(0, 200), arguments: list } };
  },
};
