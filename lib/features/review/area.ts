import { defineArea } from "@/lib/areas/define";

export const REVIEW = defineArea({
  errors: {
    reviewNameTaken: 409,
    reviewRuleLimit: 409,
  },
  places: {
    reviewRules: { href: "/system/system-manage/sys-common?tab=review" },
    reviewHits: { href: "/system/system-manage/sys-common?tab=hits" },
  },
});
