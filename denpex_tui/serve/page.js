// An address in a log stays text: nothing on this page opens another.
window.open = () => null;

// Keys work without a click first; the terminal is made while the page loads.
window.addEventListener("load", () => document.querySelector(".xterm-helper-textarea").focus());
