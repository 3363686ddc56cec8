import { defineArea } from "@/lib/areas/define";

export const OPEN_API = defineArea({
  errors: {
    keyLimit: 409,
    keyWithoutSecret: 422,
  },
});
