import { type ModelRun, modelRun, RUN_FILE_MAX, type RunKind } from "@/lib/features/models/run-schema";

/** What the form holds, whatever the kind. */
export interface TryValues {
  prompt: string;
  system: string;
  other: string;
  /** One document a line. */
  documents: string;
  size: string;
  voice: string;
}
export const NO_VALUES: TryValues = { prompt: "", system: "", other: "", documents: "", size: "", voice: "" };

/** Fields of the calls as the form names them. */
const FIELDS: Record<string, string> = { text: "prompt", query: "prompt", picture: "file", audio: "file" };

interface Outcome {
  run: ModelRun | null;
  /** Field to key of `validation`. */
  errors: Record<string, string>;
}

/** The call a form asks for, or what is wrong with it. */
export async function toRun(kind: RunKind, values: TryValues, file: File | null): Promise<Outcome> {
  if (file && file.size > RUN_FILE_MAX) return { run: null, errors: { file: "tooLarge" } };
  if (kind === "transcription" && !file) return { run: null, errors: { file: "required" } };
  const parsed = modelRun.safeParse(inputOf(kind, values, file && { file, base64: await base64Of(file) }));
  if (parsed.success) return { run: parsed.data, errors: {} };
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) {
    const name = String(path[0] ?? "prompt");
    errors[FIELDS[name] ?? name] ??= /^[a-z][A-Za-z]*$/.test(message) ? message : "invalid";
  }
  return { run: null, errors };
}

function inputOf(kind: RunKind, values: TryValues, picked: { file: File; base64: string } | null): object {
  const { prompt, system, other, documents, size, voice } = values;
  switch (kind) {
    case "chat":
      return {
        kind,
        prompt,
        ...(system.trim() ? { system } : {}),
        ...(picked ? { picture: { mediaType: picked.file.type, base64: picked.base64 } } : {}),
      };
    case "vector":
      return { kind, text: prompt, ...(other.trim() ? { other } : {}) };
    case "rerank":
      return { kind, query: prompt, documents: documents.split("\n").filter((line) => line.trim() !== "") };
    case "image":
      return { kind, prompt, size };
    case "speech":
      return { kind, text: prompt, voice };
    case "transcription":
      return {
        kind,
        audio: { name: picked?.file.name, mediaType: picked?.file.type || "audio/mpeg", base64: picked?.base64 },
      };
  }
}

function base64Of(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onerror = () => reject(reader.error);
    reader.onload = () => resolve(String(reader.result).split(",", 2)[1] ?? "");
    reader.readAsDataURL(file);
  });
}
