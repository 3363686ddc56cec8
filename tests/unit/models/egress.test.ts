import { resetEnv } from "@/lib/config/env";
import { assertAllowedUrl, mayReach } from "@/lib/net/egress";

afterEach(() => {
  delete process.env.PRIVATE_SUPPLIERS;
  delete process.env.ALLOW_PRIVATE_NETWORK;
  resetEnv();
});

describe("the way out", () => {
  it.each([
    "169.254.169.254",
    "169.254.1.1",
    "fe80::1",
    "100.100.100.200",
    "fd00:ec2::254",
    "0.0.0.0",
    "::",
    "224.0.0.1",
    "255.255.255.255",
    "64:ff9b::a9fe:a9fe",
    "::ffff:169.254.169.254",
    "not an address",
  ])("%s is reached by nobody", (address) => {
    expect(mayReach(address, 80, "supplier")).toBe(false);
    expect(mayReach(address, 80, "user")).toBe(false);
  });

  it.each(["127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "::1", "fc00::1", "100.64.0.1", "::ffff:127.0.0.1"])(
    "%s is reached by suppliers, not by addresses people give",
    (address) => {
      expect(mayReach(address, 80, "supplier")).toBe(true);
      expect(mayReach(address, 80, "user")).toBe(false);
    },
  );

  it("PRIVATE_SUPPLIERS=listed narrows suppliers to the list, to the very port", () => {
    process.env.PRIVATE_SUPPLIERS = "listed";
    process.env.ALLOW_PRIVATE_NETWORK = "127.0.0.1:11434, 10.8.0.0/16, models.local:8000";
    resetEnv();
    expect(mayReach("127.0.0.1", 11434, "supplier")).toBe(true);
    expect(mayReach("127.0.0.1", 11435, "supplier")).toBe(false);
    expect(mayReach("10.8.9.9", 1, "user")).toBe(true);
    expect(mayReach("10.9.9.9", 1, "supplier")).toBe(false);
    expect(mayReach("192.168.7.7", 8000, "supplier", "models.local")).toBe(true);
    expect(mayReach("192.168.7.7", 8001, "supplier", "models.local")).toBe(false);
    expect(mayReach("8.8.8.8", 443, "supplier")).toBe(true);
  });

  it.each([
    "file:///etc/passwd",
    "ftp://example.com/",
    "gopher://example.com/",
    "data:text/plain,x",
    "http://user:pass@example.com/",
    "http://2852039166/",
    "http://0xA9FEA9FE/",
    "http://0251.0376.0251.0376/",
    "http://[::ffff:a9fe:a9fe]/",
    "http://１６９.254.169.254/",
    "no url",
  ])("%s is refused when it is entered", (url) => {
    expect(() => assertAllowedUrl(url, "supplier")).toThrow("addressRefused");
  });
});
