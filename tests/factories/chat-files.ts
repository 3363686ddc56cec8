import { POST as uploadRoute } from "@/app/api/chat/files/route";
import { POST as answerRoute } from "@/app/api/chat/sessions/[id]/answer/route";
import { POST as createRoute } from "@/app/api/chat/sessions/route";
import type { Envelope } from "@/lib/endpoint/envelope";
import type { ChatFileDto } from "@/lib/features/chat/dto";
import { answer, call } from "./call";
import { BOUNDARY, multipart } from "./files";
import type { Person } from "./people";
import { runTasksOf } from "./tasks";

/** Uploads a file of a question through the handler; answers the envelope. */
export async function uploadChatFile(
  person: Person,
  name: string,
  bytes: string | Uint8Array,
): Promise<Envelope<ChatFileDto>> {
  const raw = multipart([
    { name: "file", filename: "file", bytes },
    { name: "filename", bytes: name },
  ]) as unknown as BodyInit;
  const headers = { "content-type": `multipart/form-data; boundary=${BOUNDARY}` };
  return (await (await call(uploadRoute, { token: person.token, raw, headers })).json()) as Envelope<ChatFileDto>;
}

/** A file of a question that was read. */
export async function makeChatFile(person: Person, name: string, bytes: string | Uint8Array): Promise<ChatFileDto> {
  const { data, message } = await uploadChatFile(person, name, bytes);
  if (!data?.id) throw new Error(`upload refused: ${message}`);
  if (data.format !== "image") await runTasksOf(data.versionId);
  return data;
}

/** A personal chat of its own, so that nothing of another question is in it. */
export async function makePersonalChat(person: Person): Promise<string> {
  const { data } = await answer<{ id: string }>(createRoute, { token: person.token, body: { title: "Files" } });
  return data!.id;
}

export function askWithFiles(
  person: Person,
  chat: string,
  question: { text: string; modelId: string; fileIds?: string[] },
): Promise<Response> {
  return call(answerRoute, { token: person.token, params: { id: chat }, body: question });
}
