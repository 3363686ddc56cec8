import { POST as chatsRoute } from "@/app/api/documents/chats/route";
import { POST as uploadRoute } from "@/app/api/documents/route";
import type { Envelope } from "@/lib/endpoint/envelope";
import type { DocumentChatDto, DocumentDto } from "@/lib/features/documents/dto";
import { answer, call } from "./call";
import { BOUNDARY, multipart } from "./files";
import type { Person } from "./people";
import { runTasksOf } from "./tasks";

/** Uploads through the handler; answers the envelope. */
export async function uploadDocument(
  person: Person,
  name: string,
  bytes: string | Uint8Array,
  fields: Record<string, string> = {},
  at: { handler?: Parameters<typeof call>[0]; params?: Record<string, string>; type?: string } = {},
): Promise<Envelope<DocumentDto>> {
  const more = Object.entries(fields).map(([field, value]) => ({ name: field, bytes: value }));
  const raw = multipart([{ name: "file", filename: name, bytes, type: at.type }, ...more]) as unknown as BodyInit;
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  const response = await call(at.handler ?? uploadRoute, { token: person.token, raw, headers, params: at.params });
  return (await response.json()) as Envelope<DocumentDto>;
}

/** A document that was read and can be asked. */
export async function makeDocument(
  person: Person,
  name: string,
  text: string | Uint8Array,
  type?: string,
): Promise<DocumentDto> {
  const { data, message } = await uploadDocument(person, name, text, {}, { type });
  if (!data?.id) throw new Error(`upload refused: ${message}`);
  await runTasksOf(data.versionId);
  return data;
}

/** A conversation about documents. */
export async function makeChat(person: Person, documents: readonly DocumentDto[]): Promise<DocumentChatDto> {
  const body = { documentIds: documents.map(({ id }) => id) };
  const { data, message } = await answer<DocumentChatDto>(chatsRoute, { token: person.token, body });
  if (!data?.id) throw new Error(`no conversation: ${message}`);
  return data;
}
