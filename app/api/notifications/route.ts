import { z } from "zod";
import { handler } from "@/lib/endpoint/route";
import { notificationPageDto } from "@/lib/features/notifications/dto";
import { listNotifications } from "@/lib/features/notifications/service";

export const GET = handler({
  summary: "List own notifications",

  signedIn: true,
  query: z.object({ before: z.uuid().optional() }),
  response: notificationPageDto,
  run: ({ actor, query, locale }) => listNotifications(actor, locale, query.before),
});
