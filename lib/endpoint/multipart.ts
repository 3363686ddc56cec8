import "server-only";
import busboy from "busboy";
import { AppError } from "@/lib/errors/errors";
import { storable } from "@/lib/text/storable";
import { visibleLine } from "@/lib/text/visible";

export interface FormFile {
  /** Name of the field it came in. */
  field: string;
  name: string;
  mediaType: string;
  bytes: Buffer;
}

export interface Form {
  /** The last value of each field. */
  fields: Record<string, string>;
  files: FormFile[];
}

/** Fields of a form, and bytes of one of them. */
const FIELDS_MAX = 30;
const FIELD_MAX = 131_072;
const OVERHEAD = 131_072;

/**
 * A small multipart form held in memory: for calls that pass files straight on. Uploads that are kept go through
 * `lib/files`. Throws unsupportedMediaType, bodyTooLarge or invalidInput.
 */
export async function readForm(request: Request, limits: { maxBytes: number; maxFiles: number }): Promise<Form> {
  const type = request.headers.get("content-type") ?? "";
  if (!/^multipart\/form-data\s*;/i.test(type)) throw new AppError("unsupportedMediaType");
  if (Number(request.headers.get("content-length") ?? 0) > limits.maxBytes + OVERHEAD)
    throw new AppError("bodyTooLarge");
  const form: Form = { fields: Object.create(null), files: [] };
  let parser: busboy.Busboy;
  try {
    parser = busboy({
      headers: { "content-type": type },
      defParamCharset: "utf8",
      limits: { files: limits.maxFiles, fields: FIELDS_MAX, fieldSize: FIELD_MAX, fieldNameSize: 100 },
    });
  } catch (cause) {
    throw new AppError("invalidInput", { cause });
  }
  const refuse = (key: "invalidInput" | "bodyTooLarge") => parser.destroy(new AppError(key));
  for (const limit of ["filesLimit", "fieldsLimit", "partsLimit"] as const)
    parser.on(limit, () => refuse("invalidInput"));
  parser.on("field", (name, value, info) => {
    if (info.valueTruncated || info.nameTruncated) refuse("invalidInput");
    else form.fields[storable(name)] = storable(value);
  });
  parser.on("file", (field, source, info) => {
    const parts: Buffer[] = [];
    source.on("error", () => undefined);
    source.on("data", (part: Buffer) => parts.push(part));
    source.on("end", () => {
      const bytes = Buffer.concat(parts);
      form.files.push({ field, name: visibleLine(info.filename ?? "", "") || "file", mediaType: info.mimeType, bytes });
    });
  });
  const closed = new Promise<void>((resolve, reject) => parser.once("close", resolve).once("error", reject));
  closed.catch(() => undefined);
  try {
    let size = 0;
    for await (const part of (request.body ?? []) as AsyncIterable<Uint8Array>) {
      size += part.byteLength;
      if (size > limits.maxBytes + OVERHEAD) throw new AppError("bodyTooLarge");
      if (parser.destroyed) break;
      if (!parser.write(part)) {
        await Promise.race([new Promise<void>((resolve) => parser.once("drain", resolve)), closed]);
      }
    }
    parser.end();
    await closed;
  } catch (error) {
    parser.destroy();
    throw error instanceof AppError ? error : new AppError("invalidInput", { cause: error });
  }
  return { fields: { ...form.fields }, files: form.files };
}
