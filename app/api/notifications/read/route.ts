import { z } from "zod";
import { readNotifications } from "@/lib/features/bell/service";
import { handler } from "@/lib/http/route";

export const POST = handler({
  signedIn: true,
  whenReadOnly: true,
  body: z.strictObject({ ids: z.array(z.uuid()).max(100).optional() }),
  run: ({ actor, body }) => readNotifications(actor, body.ids),
});
