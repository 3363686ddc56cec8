import { defineArea } from "@/lib/areas/define";

export const WEB = defineArea({
  errors: {
    personalIndexOff: 403,
    sourceLimit: 409,
    sourceNotIndexed: 409,
    sitemapUnreadable: 422,
    webPageBusy: 503,
    webPageChallenge: 422,
    webPageGone: 422,
    webPageLimited: 422,
    webPageOutside: 422,
    webPageRefused: 422,
    webPageRobots: 422,
    webPageScripts: 422,
    webPageTimeout: 422,
    webPageTooLarge: 422,
    webPageType: 422,
    webPageUnreachable: 422,
  },
});
