// @exempt environment: writes code for others to copy
// @exempt requests: writes code for others to copy

/** Calls the playground makes, and the types of models that answer them; without one a knowledge base does. */
export const CALL_KINDS = {
  chat: { path: "/v1/chat/completions", types: ["chat", "language", "vision"] },
  messages: { path: "/v1/messages", types: ["chat", "language", "vision"] },
  embeddings: { path: "/v1/embeddings", types: ["vector"] },
  rerank: { path: "/v1/rerank", types: ["rerank"] },
  images: { path: "/v1/images/generations", types: ["image"] },
  speech: { path: "/v1/audio/speech", types: ["speech"] },
  base: { path: "/v1/chat/completions", types: [] },
  answer: { path: "/v1/knowledge/answer", types: [] },
  recall: { path: "/v1/knowledge/recall", types: [] },
} as const;
export type CallKind = keyof typeof CALL_KINDS;
export const CALL_KIND_KEYS = Object.keys(CALL_KINDS) as CallKind[];

/** Kinds that can be streamed or not. */
export const STREAMED_KINDS: readonly CallKind[] = ["chat", "messages", "base"];

export interface Trial {
  kind: CallKind;
  /** Its name; of a knowledge base its id. */
  model: string;
  /** The question, the text, or for rerank the query on the first line and documents below it. */
  input: string;
  stream: boolean;
}

/** The JSON body of a trial. */
export function bodyOf({ kind, model, input, stream }: Trial): Record<string, unknown> {
  const messages = [{ role: "user", content: input }];
  const streamed = stream ? { stream: true } : {};
  switch (kind) {
    case "chat":
      return { model, messages, ...streamed };
    case "base":
      return { model: `kb:${model}`, messages, ...streamed };
    case "answer":
      return { baseIds: [model], question: input };
    case "recall":
      return { baseIds: [model], query: input };
    case "messages":
      return { model, max_tokens: 1024, messages, ...streamed };
    case "embeddings":
      return { model, input };
    case "rerank": {
      const [query = "", ...documents] = input.split("\n").filter((line) => line.trim() !== "");
      return { model, query, documents: documents.length > 0 ? documents : [query], return_documents: true };
    }
    case "images":
      return { model, prompt: input, n: 1 };
    case "speech":
      return { model, input, voice: "alloy", response_format: "mp3" };
  }
}

export const SAMPLE_LANGUAGES = ["curl", "python", "typescript"] as const;
export type SampleLanguage = (typeof SAMPLE_LANGUAGES)[number];

/** What stands for the secret in copied code. */
const KEY = "API_KEY";

/** The trial as code to copy. `origin` is the product's address; the key is read from the environment, never written out. */
export function sampleOf(language: SampleLanguage, origin: string, trial: Trial): string {
  if (language === "curl") return curl(origin, trial);
  return language === "python" ? python(origin, trial) : typescript(origin, trial);
}

function curl(origin: string, trial: Trial): string {
  const body = JSON.stringify(bodyOf(trial), null, 2).replaceAll("'", "'\\''");
  return [
    `curl ${origin}/api${CALL_KINDS[trial.kind].path} \\`,
    `  -H "Authorization: Bearer $${KEY}" \\`,
    `  -H "Content-Type: application/json" \\`,
    ...(trial.kind === "speech" ? ["  -o speech.mp3 \\"] : []),
    `  -d '${body}'`,
  ].join("\n");
}

/** Python's spelling of JSON: its constants differ. */
function pythonValue(value: unknown, indent = ""): string {
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null) return "None";
  if (Array.isArray(value)) return `[${value.map((entry) => pythonValue(entry, indent)).join(", ")}]`;
  if (typeof value === "object") {
    const pairs = Object.entries(value as object).map(([key, entry]) => `"${key}": ${pythonValue(entry, indent)}`);
    return `{${pairs.join(", ")}}`;
  }
  return JSON.stringify(value);
}

const keywords = (body: Record<string, unknown>) =>
  Object.entries(body)
    .map(([name, value]) => `    ${name}=${pythonValue(value)},`)
    .join("\n");

/** Calls no official client knows, and what is done with their answers. */
const PLAIN_PYTHON: Partial<Record<CallKind, string>> = {
  rerank: `for hit in answer.json()["results"]:
    print(hit["relevance_score"], hit["document"]["text"])`,
  recall: `for hit in answer.json()["hits"]:
    print(round(hit["score"], 3), hit["fileName"], hit["text"])`,
  answer: `for line in answer.iter_lines():
    print(line.decode())`,
};
const PLAIN_TYPESCRIPT: Partial<Record<CallKind, string>> = {
  rerank: `const { results } = await answer.json();
console.log(results);`,
  recall: `const { hits } = await answer.json();
for (const { score, fileName, text } of hits) console.log(score, fileName, text);`,
  answer: `for await (const lines of answer.body.pipeThrough(new TextDecoderStream())) process.stdout.write(lines);`,
};

function python(origin: string, trial: Trial): string {
  const body = bodyOf(trial);
  const use = PLAIN_PYTHON[trial.kind];
  if (use) {
    return `import os
import requests

answer = requests.post(
    "${origin}/api${CALL_KINDS[trial.kind].path}",
    headers={"Authorization": f"Bearer {os.environ['${KEY}']}"},
    json=${pythonValue(body)},${trial.kind === "answer" ? "\n    stream=True," : ""}
)
${use}`;
  }
  if (trial.kind === "messages") {
    const { stream: _, ...rest } = body;
    const head = `import os
from anthropic import Anthropic

client = Anthropic(base_url="${origin}/api", api_key=os.environ["${KEY}"])
`;
    return trial.stream
      ? `${head}
with client.messages.stream(
${keywords(rest)}
) as stream:
    for text in stream.text_stream:
        print(text, end="", flush=True)`
      : `${head}
message = client.messages.create(
${keywords(rest)}
)
print(message.content)`;
  }
  const head = `import os
from openai import OpenAI

client = OpenAI(base_url="${origin}/api/v1", api_key=os.environ["${KEY}"])
`;
  const [call, then] = openAiCall(trial, "python");
  return `${head}
answer = ${call}(
${keywords(body)}
)
${then}`;
}

function typescript(origin: string, trial: Trial): string {
  const body = JSON.stringify(bodyOf(trial), null, 2).replace(/"(\w+)":/g, "$1:");
  const plain = PLAIN_TYPESCRIPT[trial.kind];
  if (plain) {
    return `const answer = await fetch("${origin}/api${CALL_KINDS[trial.kind].path}", {
  method: "POST",
  headers: { Authorization: \`Bearer \${process.env.${KEY}}\`, "Content-Type": "application/json" },
  body: JSON.stringify(${body.replace(/\n/g, "\n  ")}),
});
${plain}`;
  }
  if (trial.kind === "messages") {
    const { stream: _, ...rest } = bodyOf(trial);
    const sent = JSON.stringify(rest, null, 2).replace(/"(\w+)":/g, "$1:");
    const head = `import Anthropic from "@anthropic-ai/sdk";

const client = new Anthropic({ baseURL: "${origin}/api", apiKey: process.env.${KEY} });
`;
    return trial.stream
      ? `${head}const stream = client.messages.stream(${sent});
stream.on("text", (text) => process.stdout.write(text));
await stream.finalMessage();`
      : `${head}const message = await client.messages.create(${sent});
console.log(message.content);`;
  }
  const [call, use] = openAiCall(trial, "typescript");
  return `import OpenAI from "openai";

const client = new OpenAI({ baseURL: "${origin}/api/v1", apiKey: process.env.${KEY} });
const answer = await ${call}(${body});
${use}`;
}

/** The official client's call of a kind, and what is done with its answer. */
function openAiCall({ kind, stream }: Trial, language: "python" | "typescript"): [call: string, use: string] {
  const isPython = language === "python";
  const print = isPython ? "print" : "console.log";
  const end = isPython ? "" : ";";
  switch (kind) {
    case "embeddings":
      return ["client.embeddings.create", `${print}(answer.data[0].embedding)${end}`];
    case "images":
      return [
        "client.images.generate",
        isPython ? "print(len(answer.data[0].b64_json))" : "console.log(answer.data?.[0]?.b64_json?.length);",
      ];
    case "speech":
      return [
        "client.audio.speech.create",
        isPython
          ? 'answer.write_to_file("speech.mp3")'
          : 'await import("node:fs/promises").then(async (fs) => fs.writeFile("speech.mp3", Buffer.from(await answer.arrayBuffer())));',
      ];
    default:
      if (!stream) return ["client.chat.completions.create", `${print}(answer.choices[0].message.content)${end}`];
      return [
        "client.chat.completions.create",
        isPython
          ? 'for chunk in answer:\n    print(chunk.choices[0].delta.content or "", end="", flush=True)'
          : 'for await (const chunk of answer) process.stdout.write(chunk.choices[0]?.delta.content ?? "");',
      ];
  }
}
