"""What a page is asked before it is looked at, on the desktop and on the phone."""
# What has just arrived fades in, and colours change one after the other: until nothing moves in two frames.
SETTLED = """(async () => {
  for (let still = 0; still < 2;) {
    await new Promise(requestAnimationFrame);
    const moving = document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < 60000);
    still = moving.length ? 0 : still + 1;
    await Promise.allSettled(moving.map((one) => one.finished));
  }
})()"""
