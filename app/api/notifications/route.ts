import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { listNotifications } from "@/lib/features/notifications/service";

export const GET = handler({
  summary: "List own notifications",

  signedIn: true,
  query: z.object({ before: z.uuid().optional() }),
  run: ({ actor, query, locale }) => listNotifications(actor, locale, query.before),
});
