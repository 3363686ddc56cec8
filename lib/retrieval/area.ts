import { defineArea } from "@/lib/areas/define";

export const RETRIEVAL = defineArea({
  errors: {
    vectorsTooLong: 422,
  },
});
