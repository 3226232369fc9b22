/// Asks in the form of an entry whether a new name is given to all entries with its old one.
package var renameAllField: HTML {
    """
    <label class="choice"><input type="checkbox" name="rename" value="yes" aria-describedby="rename-hint"> If I change the name, change it in all entries that have it</label>
    <p class="hint" id="rename-hint">Entries that have the new name already can’t be told apart afterwards.</p>
    """
}
