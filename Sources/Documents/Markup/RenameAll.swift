/// Asks in the form of an entry whether a new name is given to all entries with its old one.
package var renameAllField: HTML {
    """
    <label class="choice"><input type="checkbox" name="rename" value="yes" aria-describedby="rename-hint"> If I change the name, change it in all entries that have it</label>
    <p class="hint" id="rename-hint">If the new name is in use already, both become one, and can’t be separated again.</p>
    """
}
