import { defineArea } from "@/lib/areas/define";

export const TOOLS = defineArea({
  errors: {
    stdioNotAllowed: 422,
    stdioAdministrators: 403,
    mcpNameTaken: 409,
    mcpServerLimit: 409,
  },
});
