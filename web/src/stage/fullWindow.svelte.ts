/** Whether the page has the whole window, without the header of the site. */
class FullWindow {
  on = $state(false);
}

export const fullWindow = new FullWindow();
