import { defineArea } from "@/lib/areas/define";

export const LOGIN_GUIDE = defineArea({
  errors: {
    teamsAppIncomplete: 422,
  },
});
