import type { HandMade, HandParameter } from "./own-schema";
import { pathOf } from "./own-schema";

/** Id of the one operation of a tool made by hand. */
export const HAND_OPERATION = "call";

type Json = Record<string, unknown>;

/**
 * A tool made by hand, written as a description of an API: from here on it is read, stored and called like any other. What
 * the form holds can be read back out of it.
 */
export function describeByHand(title: string, { description, method, address, parameters }: HandMade): string {
  const [inBody, others] = [parameters.filter(isOfBody), parameters.filter((one) => !isOfBody(one))];
  const operation: Json = {
    operationId: HAND_OPERATION,
    summary: title,
    description,
    parameters: others.map(({ name, in: place, required, ...rest }) => ({
      ...{ name, in: place, required: required || place === "path" },
      description: rest.description,
      schema: schemaOf(rest.type),
    })),
    ...(inBody.length > 0 && { requestBody: bodyOf(inBody) }),
  };
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title, version: "1" },
    servers: [{ url: new URL(address).origin }],
    paths: { [pathOf(address)]: { [method.toLowerCase()]: operation } },
  });
}

const isOfBody = ({ in: place }: HandParameter) => place === "body";
const schemaOf = (type: HandParameter["type"]): Json => (type === "array" ? { type, items: {} } : { type });

function bodyOf(parameters: readonly HandParameter[]): Json {
  const required = parameters.flatMap(({ name, required }) => (required ? [name] : []));
  const properties = Object.fromEntries(
    parameters.map(({ name, type, description }) => [name, { ...schemaOf(type), description }]),
  );
  const schema = { type: "object", properties, required };
  return { required: required.length > 0, content: { "application/json": { schema } } };
}

interface Written {
  servers: { url: string }[];
  paths: Record<string, Record<string, WrittenOperation>>;
}
interface WrittenOperation {
  description: string;
  parameters: (Omit<HandParameter, "type"> & { schema: { type: HandParameter["type"] } })[];
  requestBody?: {
    content: {
      "application/json": {
        schema: {
          properties: Record<string, { type: HandParameter["type"]; description: string }>;
          required: string[];
        };
      };
    };
  };
}

/** What the form held that a description was written from. */
export function handMadeOf(document: string): HandMade {
  const { servers, paths } = JSON.parse(document) as Written;
  const [[path, methods]] = Object.entries(paths) as [[string, Written["paths"][string]]];
  const [[method, { description, parameters, requestBody }]] = Object.entries(methods) as [[string, WrittenOperation]];
  const body = requestBody?.content["application/json"].schema;
  return {
    description,
    method: method.toUpperCase() as HandMade["method"],
    address: `${servers[0]?.url ?? ""}${path}`,
    parameters: [
      ...parameters.map(({ name, in: place, description, required, schema: { type } }) => {
        return { name, in: place, type, description, required };
      }),
      ...Object.entries(body?.properties ?? {}).map(([name, { type, description }]) => {
        return { name, in: "body" as const, type, description, required: body!.required.includes(name) };
      }),
    ],
  };
}
