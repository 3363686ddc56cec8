import { z } from "zod";
import { nothing } from "@/lib/endpoint/answers";
import { handler } from "@/lib/endpoint/route";
import { readNotifications } from "@/lib/features/notifications/service";

export const POST = handler({
  summary: "Mark notifications as read",
  exempt: "reads are exempt",

  signedIn: true,
  whenReadOnly: true,
  body: z.strictObject({ ids: z.array(z.uuid()).max(100).optional() }),
  response: nothing,
  run: ({ actor, body }) => readNotifications(actor, body.ids),
});
