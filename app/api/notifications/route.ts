import { z } from "zod";
import { listNotifications } from "@/lib/features/bell/service";
import { handler } from "@/lib/http/route";

export const GET = handler({
  summary: "List own notifications",

  signedIn: true,
  query: z.object({ before: z.uuid().optional() }),
  run: ({ actor, query, locale }) => listNotifications(actor, locale, query.before),
});
