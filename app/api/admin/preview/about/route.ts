import { about } from "@/lib/features/preview/service/overview";
import { handler } from "@/lib/http/route";

export const GET = handler({ signedIn: true, run: ({ actor, locale }) => about(actor, locale) });
