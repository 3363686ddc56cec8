import { defineArea } from "@/lib/areas/define";

export const RETRIEVAL = defineArea({
  errors: {
    separatorSlow: 422,
    vectorsOtherLength: 422,
    vectorsTooLong: 422,
  },
});
